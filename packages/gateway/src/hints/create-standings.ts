import { join } from 'node:path';
import { err, ok, type Pin, type Result, type ToolPrint } from '@toolmark/annotations';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../catalog/catalog.ts';
import type { GatewayConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { ToolStanding } from '../policy/facts.ts';
import type { Clock } from '../upstream/clock.ts';
import { toAcceptedPin } from './accepted-pin.ts';
import { holdAgainstPin } from './against-pin.ts';
import { byWhom, conflict } from './change-problem.ts';
import type { Evidence } from './concerns.ts';
import { isSameStanding, toStanding, toView } from './judge.ts';
import { createLargeResults } from './large-results.ts';
import { openLock } from './lock-place.ts';
import { createPins } from './pins.ts';
import { createShadows } from './shadows.ts';
import type { Standings } from './standings.ts';
import { createSurvey } from './survey.ts';
import { createTidings } from './tidings.ts';
import { toTightenedPin } from './tightened-pin.ts';
import { createToolFacts } from './tool-facts.ts';

/** A reason may have 500 characters, a name any number. */
const MAX_LINE = 1_000;

export interface StandingsDeps {
  /** As it is now: the same object until it changes. Where tools are pinned is settled at the start. */
  readonly config: () => StandingsConfig;
  readonly dataDir: string;
  /** Everything that is offered now: the same array until it changes. */
  readonly tools: () => readonly CatalogTool[];
  readonly clock: Clock;
  readonly log: Log;
  /** The standing of some tool, as people see it, is another one. */
  readonly onChange: () => void;
}

export type StandingsConfig = Pick<GatewayConfig, 'policy' | 'servers' | 'lockFile'>;

/**
 * Tools are pinned when they are first seen, those of strict servers and those that appear later as well: nothing is known against
 * them. What they become after that is held against the pin. A sentence where the lock cannot be read.
 */
export async function createStandings(deps: StandingsDeps): Promise<Result<Standings, string>> {
  const { config, tools, clock, log, onChange } = deps;
  const place = config().lockFile ?? join(deps.dataDir, 'toolmark.lock');
  const opened = await openLock(place, deps.dataDir, { clock, log, onForeignChange: () => takeUp() });
  if (!opened.ok) return opened;
  const pins = createPins(opened.value, clock);
  const factsOf = createToolFacts();
  const shadowsOf = createShadows(tools);
  const large = createLargeResults();
  const tidings = createTidings(onChange);

  const now = (): string => new Date(clock.now()).toISOString();
  const pinFor = ({ server, definition }: CatalogTool, print: ToolPrint): Pin => {
    const pinned = pins.of(server, definition.name);
    if (pinned === undefined) {
      const pin = { ...print, pinnedAt: now() };
      pins.add(server, definition.name, pin);
      return pin;
    }
    const tightened = toTightenedPin(pinned, print, now());
    if (tightened !== undefined) pins.tighten(server, definition.name, tightened);
    return tightened ?? pinned;
  };
  const weighed = (tool: CatalogTool, isForPeople: boolean): Evidence => {
    const { policy, servers } = config();
    const facts = factsOf(tool);
    const print = facts.print();
    const pin = pinFor(tool, print);
    // Only whoever compares all names knows these, which is nothing that a call should wait for without need.
    const action = policy.checks['shadowed-name'];
    const shadows = action === 'hold' || (isForPeople && action === 'warn') ? shadowsOf(tool) : [];
    return {
      tool,
      pin,
      print,
      against: holdAgainstPin(pin, print, tool.resolution),
      isStrict: servers.some(({ name, strict }) => strict && name === tool.server),
      findings: [...facts.findings(), ...shadows, ...large.of(tool)],
      policy,
    };
  };

  /** What is known of tools holds until one of these is another one. */
  let changes = 0;
  let basis = { config: config(), tools: tools(), changes };
  const judged = new WeakMap<CatalogTool, { readonly basis: object; readonly standing: ToolStanding }>();
  const currentBasis = (): object => {
    const isSame = basis.config === config() && basis.tools === tools() && basis.changes === changes;
    if (!isSame) basis = { config: config(), tools: tools(), changes };
    return basis;
  };
  const survey = createSurvey({
    tools,
    look: (tool) => tidings.look(tool, toView(weighed(tool, true))),
    done: tidings.tell,
    clock,
  });
  const takeUp = (): void => {
    changes++;
    pins.retry();
    survey.start();
  };
  const tellOf = (tool: CatalogTool): void => {
    changes++;
    tidings.look(tool, toView(weighed(tool, true)));
    tidings.tell();
  };

  return ok({
    of: (tool) => {
      const known = currentBasis();
      const before = judged.get(tool);
      if (before?.basis === known) return before.standing;
      const made = toStanding(weighed(tool, false));
      const standing = before !== undefined && isSameStanding(before.standing, made) ? before.standing : made;
      judged.set(tool, { basis: known, standing });
      return standing;
    },
    view: (tool) => toView(weighed(tool, true)),
    changed: survey.start,
    sawResult: (tool, bytes) => {
      if (large.saw(tool, bytes, config().policy.resultBytes)) tellOf(tool);
    },
    accept: async (tool, { fingerprint: seen, ...by }) => {
      const { server, definition } = tool;
      const name = `${server}/${definition.name}`;
      const evidence = weighed(tool, true);
      const { hints, prose } = evidence.print;
      if (seen === undefined) {
        return err(conflict(`Say which ${name} you looked at: its fingerprint is shown with its standing.`));
      }
      if (seen.hints !== hints || seen.prose !== prose) {
        return err(conflict(`${name} is another one than you looked at. Look at it again, then accept it.`));
      }
      const pin = toAcceptedPin(evidence, by, now());
      if (!pin.ok) return pin;
      const written = await pins.accept(server, definition.name, pin.value);
      if (!written.ok) return written;
      log.info({}, toPrintable(`${name} was accepted ${byWhom(by)}`, MAX_LINE));
      tellOf(tool);
      return written;
    },
    flush: () => {
      // What was offered was seen, however soon the gateway is stopped.
      survey.finish();
      return pins.flush();
    },
    close: async () => {
      survey.close();
      await pins.close();
    },
  });
}

import { join } from 'node:path';
import { comparePin, err, type Fingerprint, ok, type Pin, type Result } from '@toolmark/annotations';
import type { CatalogTool } from '../catalog/catalog.ts';
import type { GatewayConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { ToolStanding } from '../policy/facts.ts';
import type { Clock } from '../upstream/clock.ts';
import { holdAgainstPin } from './against-pin.ts';
import { type Evidence, isSameStanding, toStanding, toView } from './judge.ts';
import { createLargeResults } from './large-results.ts';
import { openLock } from './lock-place.ts';
import { createPins } from './pins.ts';
import { createShadows } from './shadows.ts';
import type { Standings } from './standings.ts';
import { createSurvey } from './survey.ts';
import { createTidings } from './tidings.ts';
import { createToolFacts } from './tool-facts.ts';

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

  const pinFor = ({ server, definition }: CatalogTool, now: Fingerprint): Pin => {
    const pinned = pins.of(server, definition.name);
    const at = new Date(clock.now()).toISOString();
    if (pinned === undefined) {
      const pin = { ...now, pinnedAt: at };
      pins.add(server, definition.name, pin);
      return pin;
    }
    const { hints, prose } = comparePin(pinned, now);
    if (hints !== 'tightened') return pinned;
    // Stricter hints pass. Other words beside them are still to be looked at.
    const pin = { hints: now.hints, prose: pinned.prose, pinnedAt: prose === 'same' ? at : pinned.pinnedAt };
    pins.tighten(server, definition.name, pin);
    return pin;
  };
  const weighed = (tool: CatalogTool, isForPeople: boolean): Evidence => {
    const { policy, servers } = config();
    const facts = factsOf(tool.definition);
    const fingerprint = facts.fingerprint();
    const pin = pinFor(tool, fingerprint);
    // Only whoever compares all names knows these, which is nothing that a call should wait for without need.
    const action = policy.checks['shadowed-name'];
    const shadows = action === 'hold' || (isForPeople && action === 'warn') ? shadowsOf(tool) : [];
    return {
      tool,
      pin,
      fingerprint,
      against: holdAgainstPin(pin, fingerprint, tool.resolution),
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
      const now = currentBasis();
      const before = judged.get(tool);
      if (before?.basis === now) return before.standing;
      const made = toStanding(weighed(tool, false));
      const standing = before !== undefined && isSameStanding(before.standing, made) ? before.standing : made;
      judged.set(tool, { basis: now, standing });
      return standing;
    },
    view: (tool) => toView(weighed(tool, true)),
    changed: survey.start,
    sawResult: (tool, bytes) => {
      if (large.saw(tool, bytes, config().policy.resultBytes)) tellOf(tool);
    },
    accept: async (tool, { author, reason, fingerprint: seen }) => {
      const { server, definition } = tool;
      const now = factsOf(definition).fingerprint();
      if (seen !== undefined && (seen.hints !== now.hints || seen.prose !== now.prose)) {
        return err(`${server}/${definition.name} is another one than you looked at. Look at it again, then accept it.`);
      }
      const at = new Date(clock.now()).toISOString();
      const pin = { ...now, pinnedAt: at, accepted: { at, author, reason } };
      const written = await pins.accept(server, definition.name, pin);
      if (written.ok) tellOf(tool);
      return written;
    },
    flush: pins.flush,
    close: async () => {
      survey.close();
      await pins.close();
    },
  });
}

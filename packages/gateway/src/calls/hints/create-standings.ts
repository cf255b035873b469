import { join } from 'node:path';
import { err, type Fingerprint, type HintName, ok, type Pin, type Result, type ToolPrint } from '@toolmark/annotations';
import type { Clock, Log } from '@toolmark/base';
import type { GatewayConfig } from '@toolmark/config';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Current } from '../../model/current.ts';
import type { ToolStanding } from '../../model/policy-call.ts';
import { toAcceptedPin, toWithdrawnPin } from './accepted-pin.ts';
import { holdAgainstPin } from './against-pin.ts';
import { byWhom, type ChangeAuthor, type ChangeProblem, conflict } from './change-problem.ts';
import type { Evidence } from './concerns.ts';
import { isSameStanding, toStanding, toView } from './judge.ts';
import { createLargeResults } from './large-results.ts';
import { openLock } from './lock-place.ts';
import { createNewcomers } from './newcomers.ts';
import { createPins, type PinnedTool } from './pins.ts';
import { createReviewNotice } from './review-notice.ts';
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
  readonly config: Current<StandingsConfig>;
  readonly dataDir: string;
  /** Everything that is offered now: the same array until it changes. */
  readonly tools: () => readonly CatalogTool[];
  readonly clock: Clock;
  readonly log: Log;
  /** The standing of some tool, as people see it, is another one. */
  readonly onChange: () => void;
  /** Other claims count than before. Resolves when they do. */
  readonly onReview: () => Promise<void>;
}

export type StandingsConfig = Pick<GatewayConfig, 'policy' | 'servers' | 'lockFile'>;

/**
 * Tools are pinned when they are first seen, those that appear later as well. What they become after that is held against the pin;
 * what they claim counts by the trust in their server. A sentence where the lock cannot be read.
 */
export async function createStandings(deps: StandingsDeps): Promise<Result<Standings, string>> {
  const { config, tools, clock, log, onChange, onReview } = deps;
  const place = config.value.lockFile ?? join(deps.dataDir, 'toolmark.lock');
  const opened = await openLock(place, deps.dataDir, { clock, log, onForeignChange: () => takeUp() });
  if (!opened.ok) return opened;
  const pins = createPins(opened.value, clock);
  const factsOf = createToolFacts();
  const shadowsOf = createShadows(tools);
  const large = createLargeResults();
  const tidings = createTidings(onChange);
  const notice = createReviewNotice(log);

  const now = (): string => new Date(clock.now()).toISOString();
  const isStrict = (server: string): boolean =>
    config.value.servers.some(({ name, strict }) => strict && name === server);
  const newcomers = createNewcomers({ tools, isKnown: pins.hasServer });
  const pinFor = ({ server, definition }: CatalogTool, print: ToolPrint): Pin => {
    const pinned = pins.of(server, definition.name);
    if (pinned === undefined) {
      const isNew = newcomers.isNew(server, definition.name) && isStrict(server);
      const pin: Pin = { ...print, pinnedAt: now(), ...(isNew && { isNew }) };
      pins.add(server, definition.name, pin);
      return pin;
    }
    const tightened = toTightenedPin(pinned, print, now());
    if (tightened !== undefined) pins.tighten(server, definition.name, tightened);
    return tightened ?? pinned;
  };
  const weighed = (tool: CatalogTool, isForPeople: boolean): Evidence => {
    const { policy } = config.value;
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
      isStrict: isStrict(tool.server),
      findings: [...facts.findings(), ...shadows, ...large.of(tool)],
      policy,
    };
  };

  /** What is known of tools holds until one of these is another one. */
  let changes = 0;
  let basis = { config: config.value, tools: tools(), changes };
  const judged = new WeakMap<CatalogTool, { readonly basis: object; readonly standing: ToolStanding }>();
  const currentBasis = (): object => {
    const isSame = basis.config === config.value && basis.tools === tools() && basis.changes === changes;
    if (!isSame) basis = { config: config.value, tools: tools(), changes };
    return basis;
  };
  const survey = createSurvey({
    tools,
    look: (tool) => {
      const standing = toView(weighed(tool, true));
      tidings.look(tool, standing);
      notice.look(tool, standing);
    },
    done: () => {
      tidings.tell();
      notice.tell();
    },
    clock,
  });
  const takeUp = (): void => {
    changes++;
    pins.retry();
    survey.start();
    void onReview();
  };
  const tellOf = (some: readonly CatalogTool[]): void => {
    changes++;
    for (const tool of some) tidings.look(tool, toView(weighed(tool, true)));
    tidings.tell();
  };
  /** The same tools as they are now: they are other objects when other claims count. */
  const asTheyAre = (some: readonly CatalogTool[]): readonly CatalogTool[] => {
    const keys = new Set(some.map(keyOf));
    return tools().filter((tool) => keys.has(keyOf(tool)));
  };
  const write = async (
    pinned: readonly PinnedTool[],
    looked: readonly CatalogTool[],
    line: string,
  ): Promise<Result<undefined, ChangeProblem>> => {
    const written = await pins.accept(pinned);
    if (!written.ok) return written;
    log.info({}, toPrintable(line, MAX_LINE));
    changes++;
    await onReview();
    tellOf(asTheyAre(looked));
    return written;
  };
  const acceptAll: Standings['acceptAll'] = (seen, by) => {
    const pinned: PinnedTool[] = [];
    for (const { tool, fingerprint } of seen) {
      const pin = toPinAccepted(weighed(tool, true), fingerprint, by, now());
      if (!pin.ok) return Promise.resolve(pin);
      pinned.push({ server: tool.server, tool: tool.definition.name, pin: pin.value });
    }
    const looked = seen.map(({ tool }) => tool);
    return write(pinned, looked, `${namesOf(looked)} accepted ${byWhom(by)}`);
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
      const { resultBytes } = config.value.policy;
      if (bytes > resultBytes && large.add(tool, bytes, resultBytes)) tellOf([tool]);
    },
    reviewedOf: (server, tool) => pins.of(server, tool)?.reviewed?.claims ?? NO_CLAIMS,
    accept: (tool, { fingerprint, ...by }) => acceptAll([{ tool, fingerprint }], by),
    acceptAll,
    withdraw: (some, by) => {
      const pinned: PinnedTool[] = [];
      for (const tool of some) {
        const { server, definition } = tool;
        const pin = pins.of(server, definition.name);
        if (pin?.reviewed === undefined) {
          return Promise.resolve(err(conflict(`Nobody has accepted what ${server}/${definition.name} claims.`)));
        }
        pinned.push({ server, tool: definition.name, pin: toWithdrawnPin(pin) });
      }
      return write(pinned, some, `${namesOf(some)} no longer accepted ${byWhom(by)}`);
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

const keyOf = ({ server, definition }: CatalogTool): string => JSON.stringify([server, definition.name]);

const NO_CLAIMS: readonly HintName[] = Object.freeze([]);

/** The pin of a tool that is still the one a person looked at. */
function toPinAccepted(
  evidence: Evidence,
  seen: Fingerprint | undefined,
  by: ChangeAuthor,
  at: string,
): Result<Pin, ChangeProblem> {
  const { tool, print } = evidence;
  const name = `${tool.server}/${tool.definition.name}`;
  if (seen === undefined) {
    return err(conflict(`Say which ${name} you looked at: its fingerprint is shown with its standing.`));
  }
  if (seen.hints !== print.hints || seen.prose !== print.prose) {
    return err(conflict(`${name} is another one than you looked at. Look at it again, then accept it.`));
  }
  return toAcceptedPin(evidence, by, at);
}

/** `notes/list_notes was`, or the first of many and how many more. */
function namesOf([first, ...others]: readonly CatalogTool[]): string {
  const name = first === undefined ? 'nothing' : `${first.server}/${first.definition.name}`;
  return others.length === 0 ? `${name} was` : `${name} and ${others.length} more tools were`;
}

import { join } from 'node:path';
import { err, type Fingerprint, type HintName, ok, type Pin, type Result, type ToolPrint } from '@toolmark/annotations';
import type { Clock, Log } from '@toolmark/base';
import type { GatewayConfig } from '@toolmark/config';
import { toPrintable } from '@toolmark/reach';
import type { CatalogTool } from '../../model/catalog.ts';
import type { Current } from '../../model/current.ts';
import type { ToolStanding } from '../../model/policy-call.ts';
import { toAcceptedPin, toWithdrawnPin } from './accepted-pin.ts';
import { compareWithPin } from './against-pin.ts';
import { byWhom, type ChangeAuthor, type ChangeProblem, conflict } from './change-problem.ts';
import type { Evidence } from './concerns.ts';
import { createLargeResults } from './large-results.ts';
import { openLock } from './lock-place.ts';
import { createNewTools } from './new-tools.ts';
import { createPins, type PinnedTool } from './pins.ts';
import { createReviewNotice } from './review-notice.ts';
import { createShadowedNames } from './shadowed-names.ts';
import { createStandingChanges } from './standing-changes.ts';
import type { Standings } from './standings.ts';
import { toTightenedPin } from './tightened-pin.ts';
import { isSameStanding, toStanding, toView } from './to-standing.ts';
import { createToolFacts } from './tool-facts.ts';
import { createToolScan } from './tool-scan.ts';

/** Limit of a log line: a reason has at most 500 characters, but a name can have any number. */
const MAX_LINE = 1_000;

export interface StandingsDeps {
  /** The path of the lock is read only at the start. */
  readonly config: Current<StandingsConfig>;
  readonly dataDir: string;
  /** All tools that are offered now: the same array until it changes. */
  readonly tools: () => readonly CatalogTool[];
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the standing of a tool has changed for people. */
  readonly onChange: () => void;
  /** Called when accepted claims have changed. Resolves when they are effective. */
  readonly onReview: () => Promise<void>;
}

export type StandingsConfig = Pick<GatewayConfig, 'policy' | 'servers' | 'lockFile'>;

/**
 * Pins tools when they are first seen and compares them with their pins from then on. Returns a sentence if the lock cannot be read.
 */
export async function createStandings(deps: StandingsDeps): Promise<Result<Standings, string>> {
  const { config, tools, clock, log, onChange, onReview } = deps;
  const place = config.value.lockFile ?? join(deps.dataDir, 'toolmark.lock');
  const opened = await openLock(place, deps.dataDir, { clock, log, onForeignChange: () => onLockChange() });
  if (!opened.ok) return opened;
  const pins = createPins(opened.value, clock);
  const factsOf = createToolFacts();
  const shadowedNamesOf = createShadowedNames(tools);
  const large = createLargeResults();
  const standingChanges = createStandingChanges(onChange);
  const notice = createReviewNotice(log);

  const now = (): string => new Date(clock.now()).toISOString();
  const isStrict = (server: string): boolean =>
    config.value.servers.some(({ name, strict }) => strict && name === server);
  const newTools = createNewTools({ tools, isKnown: pins.hasServer });
  const pinFor = ({ server, definition }: CatalogTool, print: ToolPrint): Pin => {
    const pinned = pins.of(server, definition.name);
    if (pinned === undefined) {
      const isNew = newTools.isNew(server, definition.name) && isStrict(server);
      const pin: Pin = { ...print, pinnedAt: now(), ...(isNew && { isNew }) };
      pins.add(server, definition.name, pin);
      return pin;
    }
    const tightened = toTightenedPin(pinned, print, now());
    if (tightened !== undefined) pins.tighten(server, definition.name, tightened);
    return tightened ?? pinned;
  };
  const evidenceOf = (tool: CatalogTool, isForPeople: boolean): Evidence => {
    const { policy } = config.value;
    const facts = factsOf(tool);
    const print = facts.print();
    const pin = pinFor(tool, print);
    // This check compares all tools, so skip it unless its result matters: a call must not wait for it.
    const action = policy.checks['shadowed-name'];
    const shadows = action === 'hold' || (isForPeople && action === 'warn') ? shadowedNamesOf(tool) : [];
    return {
      tool,
      pin,
      print,
      against: compareWithPin(pin, print, tool.resolution),
      isStrict: isStrict(tool.server),
      findings: [...facts.findings(), ...shadows, ...large.of(tool)],
      policy,
    };
  };

  /** The cached standings are valid until one of these changes. */
  let changes = 0;
  let basis = { config: config.value, tools: tools(), changes };
  const cached = new WeakMap<CatalogTool, { readonly basis: typeof basis; readonly standing: ToolStanding }>();
  const currentBasis = (): typeof basis => {
    const isSame = basis.config === config.value && basis.tools === tools() && basis.changes === changes;
    if (!isSame) basis = { config: config.value, tools: tools(), changes };
    return basis;
  };
  const scan = createToolScan({
    tools,
    visit: (tool) => {
      const standing = toView(evidenceOf(tool, true));
      standingChanges.compare(tool, standing);
      notice.add(tool, standing);
    },
    done: () => {
      standingChanges.report();
      notice.log();
    },
    clock,
  });
  const onLockChange = (): void => {
    changes++;
    pins.retry();
    scan.start();
    void onReview();
  };
  const reportChanges = (some: readonly CatalogTool[]): void => {
    changes++;
    for (const tool of some) standingChanges.compare(tool, toView(evidenceOf(tool, true)));
    standingChanges.report();
  };
  /** The current objects of these tools: a change of effective claims creates new ones. */
  const currentTools = (some: readonly CatalogTool[]): readonly CatalogTool[] => {
    const keys = new Set(some.map(keyOf));
    return tools().filter((tool) => keys.has(keyOf(tool)));
  };
  const write = async (
    pinned: readonly PinnedTool[],
    changed: readonly CatalogTool[],
    line: string,
  ): Promise<Result<undefined, ChangeProblem>> => {
    const written = await pins.accept(pinned);
    if (!written.ok) return written;
    log.info({}, toPrintable(line, MAX_LINE));
    changes++;
    await onReview();
    reportChanges(currentTools(changed));
    return written;
  };
  const acceptAll: Standings['acceptAll'] = (seen, by) => {
    const pinned: PinnedTool[] = [];
    for (const { tool, fingerprint } of seen) {
      const pin = acceptIfUnchanged(evidenceOf(tool, true), fingerprint, by, now());
      if (!pin.ok) return Promise.resolve(pin);
      pinned.push({ server: tool.server, tool: tool.definition.name, pin: pin.value });
    }
    const accepted = seen.map(({ tool }) => tool);
    return write(pinned, accepted, `${namesOf(accepted)} accepted ${byWhom(by)}`);
  };

  return ok({
    of: (tool) => {
      const current = currentBasis();
      const before = cached.get(tool);
      if (before?.basis === current) return before.standing;
      const computed = toStanding(evidenceOf(tool, false));
      const standing = before !== undefined && isSameStanding(before.standing, computed) ? before.standing : computed;
      cached.set(tool, { basis: current, standing });
      return standing;
    },
    view: (tool) => toView(evidenceOf(tool, true)),
    changed: scan.start,
    sawResult: (tool, bytes) => {
      const { resultBytes } = config.value.policy;
      if (bytes > resultBytes && large.add(tool, bytes, resultBytes)) reportChanges([tool]);
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
          return Promise.resolve(err(conflict(`The claims of ${server}/${definition.name} are not accepted.`)));
        }
        pinned.push({ server, tool: definition.name, pin: toWithdrawnPin(pin) });
      }
      return write(pinned, some, `${namesOf(some)} no longer accepted ${byWhom(by)}`);
    },
    flush: () => {
      // Pin all offered tools, even if the gateway stops right after they were offered.
      scan.finish();
      return pins.flush();
    },
    close: async () => {
      scan.close();
      await pins.close();
    },
  });
}

const keyOf = ({ server, definition }: CatalogTool): string => JSON.stringify([server, definition.name]);

const NO_CLAIMS: readonly HintName[] = Object.freeze([]);

/** The accepted pin of a tool; a conflict if the tool changed since the person reviewed it. */
function acceptIfUnchanged(
  evidence: Evidence,
  seen: Fingerprint | undefined,
  by: ChangeAuthor,
  at: string,
): Result<Pin, ChangeProblem> {
  const { tool, print } = evidence;
  const name = `${tool.server}/${tool.definition.name}`;
  if (seen === undefined) {
    return err(conflict(`Say which version of ${name} you reviewed: its fingerprint is shown with its standing.`));
  }
  if (seen.hints !== print.hints || seen.prose !== print.prose) {
    return err(conflict(`${name} has changed since you reviewed it. Review it again, then accept it.`));
  }
  return toAcceptedPin(evidence, by, at);
}

/** `notes/list_notes was`, or the first of many and how many more. */
function namesOf([first, ...others]: readonly CatalogTool[]): string {
  const name = first === undefined ? 'nothing' : `${first.server}/${first.definition.name}`;
  return others.length === 0 ? `${name} was` : `${name} and ${others.length} more tools were`;
}

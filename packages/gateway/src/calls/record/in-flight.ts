import { isJsonObject } from '@toolmark/annotations';
import type { CallDecision } from '@toolmark/api-contract';
import type { Clock } from '@toolmark/base';
import type { AttemptFailure, Begin, RoundEntry } from '@toolmark/record';
import type { Call } from '../../model/call.ts';
import type { CatalogTool } from '../../model/catalog.ts';
import { continuedCallKey } from '../continuations.ts';

/** A call that has begun and not ended. */
export interface Running extends Done {
  /** As it began; one that goes on after questions has those of its first request. */
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly session: string;
  readonly tool: CatalogTool | undefined;
  /** What is written of that, once it has to be: most reads are over by then, and all of it is made at once. */
  begin: Begin | undefined;
  /** Its later rounds, kept for the same reason as `begin`: both are written again after the journal has lost them. */
  rounds: readonly RoundEntry[];
  /** Whether `begin` and `rounds` are in the journal. */
  isWritten: boolean;
  /** Whether its beginning may wait for the next tick. */
  isDeferred: boolean;
  /** Which it is of those under way. */
  place: number;
}

/** What was done with a call so far, over all its rounds. */
interface Done {
  /** How often it was sent. */
  attempts: number;
  failures: readonly AttemptFailure[];
  /** What was decided last, and the approval that this needed. */
  decision: CallDecision | null;
  approval: string | null;
}

export const startRunning = ({ seq, id, startedAt, tool }: Call, session: string): Running => ({
  seq,
  id,
  at: startedAt,
  session,
  tool,
  begin: undefined,
  rounds: NO_ROUNDS,
  isWritten: false,
  isDeferred: false,
  place: -1,
  attempts: 0,
  failures: NO_FAILURES,
  decision: null,
  approval: null,
});

/** A round of it is over. */
export function addRound(running: Running, { attempts, failures, decision, approval }: Call): void {
  running.attempts += attempts;
  if (failures.length > 0) running.failures = [...running.failures, ...failures];
  // Who comes back with answers to a server's questions may not be decided about again.
  running.decision = decision ?? running.decision;
  running.approval = approval ?? running.approval;
}

const NO_FAILURES: readonly AttemptFailure[] = [];
const NO_ROUNDS: readonly RoundEntry[] = [];

/** A call under way, and what runs under it: the call itself, or an earlier one that it goes on with. */
export interface UnderWay {
  readonly call: Call;
  readonly running: Running;
}

/**
 * Calls under way. One that was answered with questions goes on as another request, with the state that came with the questions:
 * to the record it is the same call.
 */
export interface InFlight {
  readonly add: (call: Call, running: Running) => void;
  /** What runs under this call; also what it goes on with. */
  readonly of: (call: Call) => Running | undefined;
  /** What runs under a call of this number, whatever its own is. */
  readonly named: (seq: number) => UnderWay | undefined;
  /** Those that have not been answered. */
  readonly all: () => readonly UnderWay[];
  readonly end: (call: Call) => void;
  /** It was answered with questions. `false` where nobody can come back with the answers under the same name. */
  readonly park: (call: Call, running: Running) => boolean;
  /** The journal has lost them: they are written again with whatever comes next of them. */
  readonly forgetWritten: () => void;
  readonly close: () => void;
}

/** Longer than questions can be answered; what is asked for then nobody goes on with. */
const PARKED_MS = 15 * 60_000;
const MAX_PARKED = 10_000;

/** Nobody but this sets it. */
const runningOf = ({ running }: Call): Running | undefined => running as Running | undefined;

interface Parked {
  readonly running: Running;
  readonly cancel: () => void;
}

export function createInFlight(clock: Clock, onExpired: (running: Running) => void): InFlight {
  const under: UnderWay[] = [];
  /** By everything that has to be the same; the same questions may have been asked twice at a time. */
  const parked = new Map<string, Parked[]>();
  let count = 0;

  const take = (key: string, which?: Parked): Parked | undefined => {
    const all = parked.get(key) ?? [];
    const found = which ?? all[0];
    if (found === undefined || !all.includes(found)) return undefined;
    const left = all.filter((each) => each !== found);
    if (left.length === 0) parked.delete(key);
    else parked.set(key, left);
    count -= 1;
    found.cancel();
    return found;
  };
  const expire = (key: string, which?: Parked): void => {
    const found = take(key, which);
    if (found !== undefined) onExpired(found.running);
  };
  const add = (call: Call, running: Running): void => {
    running.place = under.length;
    under.push({ call, running });
    call.running = running;
  };
  /** The last one takes its place. */
  const end = (call: Call): void => {
    const running = runningOf(call);
    call.running = undefined;
    // It may have ended under another call, and its place be another's.
    if (running === undefined || under[running.place]?.running !== running) return;
    const last = under.pop();
    if (last === undefined || last.running === running) return;
    under[running.place] = last;
    last.running.place = running.place;
  };
  return {
    add,
    of: (call) => {
      const known = runningOf(call);
      if (known !== undefined) return known;
      const { requestState: state } = call.params;
      const found = typeof state === 'string' ? take(continuedCallKey(call, state)) : undefined;
      if (found !== undefined) add(call, found.running);
      return found?.running;
    },
    named: (seq) => under.find(({ call }) => call.seq === seq),
    all: () => [...under],
    end,
    park: (call, begun) => {
      const state = stateOf(call);
      if (state === undefined) return false;
      end(call);
      const [oldest] = parked.keys();
      if (count >= MAX_PARKED && oldest !== undefined) expire(oldest);
      const key = continuedCallKey(call, state);
      const entry: Parked = { running: begun, cancel: clock.after(PARKED_MS, () => expire(key, entry)) };
      parked.set(key, [...(parked.get(key) ?? []), entry]);
      count += 1;
      return true;
    },
    forgetWritten: () => {
      for (const { running } of under) running.isWritten = false;
      for (const all of parked.values()) for (const each of all) each.running.isWritten = false;
    },
    close: () => {
      for (const all of parked.values()) for (const { cancel } of all) cancel();
      parked.clear();
      count = 0;
    },
  };
}

function stateOf({ reply }: Call): string | undefined {
  if (reply?.kind !== 'result' || !isJsonObject(reply.result)) return undefined;
  const { requestState: state } = reply.result;
  return typeof state === 'string' ? state : undefined;
}

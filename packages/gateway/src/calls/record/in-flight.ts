import { isJsonObject } from '@toolmark/annotations';
import type { Clock, RpcReply } from '@toolmark/base';
import type { AttemptFailure, RoundEntry } from '@toolmark/record';
import type { Call, CallRecord } from '../../model/call.ts';
import { continuedCallKey } from '../continuations.ts';

export const startRunning = ({ seq, id, startedAt, tool }: Call, session: string): CallRecord => ({
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
export function addRound(running: CallRecord, { attempts, failures, decision, approval }: Call): void {
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
  readonly running: CallRecord;
}

/**
 * Calls under way. One that was answered with questions goes on as another request, with the state that came with the questions:
 * to the record it is the same call.
 */
export interface InFlight {
  readonly add: (call: Call, running: CallRecord) => void;
  /** What runs under this call; also what it goes on with. */
  readonly of: (call: Call) => CallRecord | undefined;
  /** What runs under a call of this number, whatever its own is. */
  readonly named: (seq: number) => UnderWay | undefined;
  /** Those that have not been answered. */
  readonly all: () => readonly UnderWay[];
  readonly end: (call: Call) => void;
  /** It was answered with questions. `false` where nobody can come back with the answers under the same name. */
  readonly park: (call: Call, reply: RpcReply, running: CallRecord) => boolean;
  /** The journal has lost them: they are written again with whatever comes next of them. */
  readonly forgetWritten: () => void;
  readonly close: () => void;
}

/** Longer than questions can be answered; what is asked for then nobody goes on with. */
const PARKED_MS = 15 * 60_000;
const MAX_PARKED = 10_000;

interface Parked {
  readonly running: CallRecord;
  readonly cancel: () => void;
}

export function createInFlight(clock: Clock, onExpired: (running: CallRecord) => void): InFlight {
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
  const add = (call: Call, running: CallRecord): void => {
    running.place = under.length;
    under.push({ call, running });
    call.record = running;
  };
  /** A call keeps its record when it has ended; then its place is another's. */
  const recordOf = (call: Call): CallRecord | undefined =>
    call.record !== undefined && under[call.record.place]?.call === call ? call.record : undefined;
  /** The last one takes its place. */
  const end = (call: Call): void => {
    const running = recordOf(call);
    if (running === undefined) return;
    const last = under.pop();
    if (last === undefined || last.running === running) return;
    under[running.place] = last;
    last.running.place = running.place;
  };
  return {
    add,
    of: (call) => {
      const known = recordOf(call);
      if (known !== undefined) return known;
      const { requestState: state } = call.params;
      const found = typeof state === 'string' ? take(continuedCallKey(call, state)) : undefined;
      if (found !== undefined) add(call, found.running);
      return found?.running;
    },
    named: (seq) => under.find(({ call }) => call.seq === seq),
    all: () => [...under],
    end,
    park: (call, reply, begun) => {
      const state = stateOf(reply);
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

function stateOf(reply: RpcReply): string | undefined {
  if (reply.kind !== 'result' || !isJsonObject(reply.result)) return undefined;
  const { requestState: state } = reply.result;
  return typeof state === 'string' ? state : undefined;
}

import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import { type Clock, createPassingMap, type JsonObject, type Log, type RpcReply } from '@toolmark/base';
import type { AttemptFailure, Begin, EndEntry, Outbox, ParamsDigest, RoundEntry } from '@toolmark/record';
import type { Call } from '../../model/call.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { toBegin, toEnd, toEndWithoutBodies, toExpired, toRound, verbatimResultOf } from './call-entries.ts';
import type { CallInProgress, CallRecord } from './call-record.ts';
import { createParkedCalls } from './parked-calls.ts';
import type { WrittenResult } from './recorder.ts';
import type { Sanitizer } from './sanitizer.ts';
import type { Versions } from './tool-versions.ts';

/** Puts beginnings, later rounds and ends of calls into the outbox, each call's in this order. */
export interface CallRecording {
  /** Returns whether the beginning is in the outbox. The beginning of a read is deferred: most reads end before anyone could see them running. */
  readonly begin: (call: Call) => boolean;
  /** The call sends answers to its server. Fails if it has ended. */
  readonly answered: (call: Call, answers: JsonObject) => Result<undefined, string>;
  readonly end: (call: Call, reply: RpcReply, given: RpcReply) => WrittenResult | undefined;
  /** Puts the beginning of this call into the outbox if it is not there, and returns its record. */
  readonly reveal: (seq: number) => CallRecord | undefined;
  /** Puts the deferred beginnings up to this time into the outbox. Returns whether later ones remain. */
  readonly writeDeferred: (until?: number) => boolean;
  /** The journal was lost: writes the beginnings of calls in progress again with their next entry. */
  readonly forgetWritten: () => void;
  readonly close: () => void;
}

export interface CallRecordingDeps {
  readonly outbox: Pick<Outbox, 'add' | 'addCall'>;
  readonly sessions: Pick<Sessions, 'of' | 'touch'>;
  readonly versions: Pick<Versions, 'of'>;
  readonly sanitizer: () => Sanitizer;
  readonly digest: ParamsDigest | undefined;
  /** Called when an entry was added outside of a call: a question expired. */
  readonly onExpired: () => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export function createCallRecording(deps: CallRecordingDeps): CallRecording {
  const { outbox, sessions, versions, sanitizer, digest, onExpired, clock, log } = deps;
  const inProgress = createPassingMap<Call, CallRecord>();
  const parked = createParkedCalls(clock, (record) => {
    outbox.add(toExpired(record, sanitizer().bodies, clock.now()));
    sessions.touch(record.session);
    onExpired();
  });

  /** The record of a call, or of the call that it continues. */
  const find = (call: Call): CallRecord | undefined => {
    const known = inProgress.get(call);
    if (known !== undefined || call.params['requestState'] === undefined) return known;
    const continued = parked.take(call);
    if (continued !== undefined) add(call, continued);
    return continued;
  };
  const add = (call: Call, record: CallRecord): CallRecord => {
    inProgress.set(call, record);
    call.record = record;
    return record;
  };
  const findOrStart = (call: Call): CallRecord =>
    find(call) ?? add(call, startRecord(call, sessions.of(call.caller, call.params, call.startedAt)));
  const all = (): readonly CallInProgress[] => inProgress.entries().map(([call, record]) => ({ call, record }));

  const beginOf = (each: CallInProgress): Begin => {
    const { record } = each;
    const { tool, at } = record;
    record.begin ??= toBegin(each, tool === undefined ? null : versions.of(tool, at), sanitizer(), digest);
    return record.begin;
  };
  const writeBegin = (each: CallInProgress): void => {
    const { record } = each;
    record.isDeferred = false;
    if (record.isWritten) return;
    record.isWritten = true;
    outbox.add(beginOf(each));
    for (const round of record.rounds) outbox.add(round);
  };
  const writeRound = (each: CallInProgress, answers?: JsonObject): void => {
    const { record } = each;
    const round: RoundEntry | undefined = toRound(each, clock.now(), sanitizer(), digest, answers);
    if (round === undefined) return;
    record.rounds = [...record.rounds, round];
    if (record.isWritten) outbox.add(round);
    else writeBegin(each);
  };
  const writeEnd = (each: CallInProgress, end: EndEntry): void => {
    if (each.record.rounds.length > 0) writeBegin(each);
    if (each.record.isWritten) outbox.add(end);
    else outbox.addCall(beginOf(each), end);
  };

  const toEndOf = ({ call, record }: CallInProgress, reply: RpcReply, given: RpcReply, now: number): EndEntry => {
    try {
      return toEnd(call, record, { reply, given }, sanitizer().bodies, now);
    } catch (error) {
      // A bug of ours must not hide that the call ended.
      log.error({ error: toMessage(error) }, 'a result could not be recorded');
      return toEndWithoutBodies(call, record, now);
    }
  };
  const writeOutcome = (call: Call, reply: RpcReply, given: RpcReply): WrittenResult | undefined => {
    const now = clock.now();
    const record = findOrStart(call);
    addRound(record, call);
    inProgress.delete(call);
    if (call.status === 'waiting' && parked.park(call, reply, record)) {
      writeBegin({ call, record });
      return undefined;
    }
    try {
      const end = toEndOf({ call, record }, reply, given, now);
      writeEnd({ call, record }, end);
      return end.result === null ? undefined : { bytes: end.result.bytes, text: verbatimResultOf(end) };
    } finally {
      // The session may end with its last call.
      sessions.touch(record.session, now);
    }
  };

  return {
    begin: (call) => {
      const earlier = find(call);
      const record = earlier ?? findOrStart(call);
      // Before its first attempt a call waited for an approval, which is bound to the parameters in its beginning.
      if (earlier !== undefined && earlier.attempts > 0) writeRound({ call, record });
      if (call.tool?.resolution.class === 'read') {
        record.isDeferred = true;
        return false;
      }
      writeBegin({ call, record });
      return true;
    },
    answered: (call, answers) => {
      const record = find(call);
      if (record === undefined) return err('The call is over.');
      writeRound({ call, record }, answers);
      return ok(undefined);
    },
    end: (call, reply, given) => {
      try {
        return writeOutcome(call, reply, given);
      } catch (error) {
        log.error({ error: toMessage(error) }, 'a call could not be recorded');
        return undefined;
      }
    },
    reveal: (seq) => {
      const found = all().find(({ call }) => call.seq === seq);
      if (found !== undefined) writeBegin(found);
      return found?.record;
    },
    writeDeferred: (until = Number.POSITIVE_INFINITY) => {
      let areLeft = false;
      for (const each of all()) {
        const { isDeferred, at } = each.record;
        if (isDeferred && at > until) areLeft = true;
        else if (isDeferred) writeBegin(each);
      }
      return areLeft;
    },
    forgetWritten: () => {
      for (const { record } of all()) record.isWritten = false;
      for (const record of parked.all()) record.isWritten = false;
    },
    close: parked.close,
  };
}

export const startRecord = ({ seq, id, startedAt, tool }: Call, session: string): CallRecord => ({
  seq,
  id,
  at: startedAt,
  session,
  tool,
  begin: undefined,
  rounds: NO_ROUNDS,
  isWritten: false,
  isDeferred: false,
  attempts: 0,
  failures: NO_FAILURES,
  decision: null,
  approval: null,
});

const NO_FAILURES: readonly AttemptFailure[] = [];
const NO_ROUNDS: readonly RoundEntry[] = [];

/** Adds the outcome of a finished round. */
export function addRound(record: CallRecord, { attempts, failures, decision, approval }: Call): void {
  record.attempts += attempts;
  if (failures.length > 0) record.failures = [...record.failures, ...failures];
  // A call that continues after questions of its server may have no new decision.
  record.decision = decision ?? record.decision;
  record.approval = approval ?? record.approval;
}

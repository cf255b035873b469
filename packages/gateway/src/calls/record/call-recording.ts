import { err, ok, type Result, toMessage } from '@toolmark/annotations';
import type { Clock, JsonObject, Log, RpcReply } from '@toolmark/base';
import type { Begin, EndEntry, Outbox, ParamsDigest, RoundEntry } from '@toolmark/record';
import type { Call, CallRecord } from '../../model/call.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { textOf, toBegin, toEnd, toEndWithoutBodies, toExpired, toRound } from './call-entries.ts';
import { addRound, createInFlight, startRunning, type UnderWay } from './in-flight.ts';
import type { WrittenResult } from './recorder.ts';
import type { Sanitizer } from './sanitizer.ts';
import type { Versions } from './tool-versions.ts';

/** Puts beginnings, later rounds and ends of calls into the outbox, each call's in this order. */
export interface CallRecording {
  /** Returns whether its beginning is in the outbox. That of a read waits: most reads end before anybody could see them running. */
  readonly begin: (call: Call) => boolean;
  /** The call sends answers to its server. Fails when it has ended meanwhile. */
  readonly answered: (call: Call, answers: JsonObject) => Result<undefined, string>;
  readonly end: (call: Call, reply: RpcReply, given: RpcReply) => WrittenResult | undefined;
  /** Puts the beginning of this call into the outbox if it is not there, and returns what is known of the call. */
  readonly reveal: (seq: number) => CallRecord | undefined;
  /** Puts the beginnings that still wait into the outbox: those until this time. Returns whether later ones are left. */
  readonly writeDeferred: (until?: number) => boolean;
  /** The journal was lost: beginnings of running calls are written again with their next entry. */
  readonly forgetWritten: () => void;
  readonly close: () => void;
}

export interface CallRecordingDeps {
  readonly outbox: Pick<Outbox, 'add' | 'addCall'>;
  readonly sessions: Pick<Sessions, 'of' | 'touch'>;
  readonly versions: Pick<Versions, 'of'>;
  readonly sanitizer: () => Sanitizer;
  readonly digest: ParamsDigest | undefined;
  /** An entry was added outside of a call: a question expired. */
  readonly onExpired: () => void;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
}

export function createCallRecording(deps: CallRecordingDeps): CallRecording {
  const { outbox, sessions, versions, sanitizer, digest, onExpired, clock, log } = deps;

  const inFlight = createInFlight(clock, (running) => {
    outbox.add(toExpired(running, sanitizer().bodies, clock.now()));
    sessions.touch(running.session);
    onExpired();
  });
  /** A call that continues after a question keeps what was known of it. */
  const runningOf = (call: Call): CallRecord => {
    return inFlight.of(call) ?? start(call);
  };
  const start = (call: Call): CallRecord => {
    const running = startRunning(call, sessions.of(call.caller, call.params, call.startedAt));
    inFlight.add(call, running);
    return running;
  };

  const beginOf = (underWay: UnderWay): Begin => {
    const { running } = underWay;
    const { tool, at } = running;
    running.begin ??= toBegin(underWay, tool === undefined ? null : versions.of(tool, at), sanitizer(), digest);
    return running.begin;
  };
  const writeBegin = (underWay: UnderWay): void => {
    const { running } = underWay;
    running.isDeferred = false;
    if (running.isWritten) return;
    running.isWritten = true;
    outbox.add(beginOf(underWay));
    for (const round of running.rounds) outbox.add(round);
  };
  const writeRound = (underWay: UnderWay, round: RoundEntry | undefined): void => {
    if (round === undefined) return;
    const { running } = underWay;
    running.rounds = [...running.rounds, round];
    if (running.isWritten) outbox.add(round);
    else writeBegin(underWay);
  };
  const writeEnd = (underWay: UnderWay, end: EndEntry): void => {
    if (underWay.running.rounds.length > 0) writeBegin(underWay);
    if (underWay.running.isWritten) outbox.add(end);
    else outbox.addCall(beginOf(underWay), end);
  };

  const toEndOf = ({ call, running }: UnderWay, reply: RpcReply, given: RpcReply, now: number): EndEntry => {
    try {
      return toEnd(call, running, { reply, given }, sanitizer().bodies, now);
    } catch (error) {
      // A bug of ours; the call ended all the same.
      log.error({ error: toMessage(error) }, 'a result could not be recorded');
      return toEndWithoutBodies(call, running, now);
    }
  };

  const writeOutcome = (call: Call, reply: RpcReply, given: RpcReply): WrittenResult | undefined => {
    const now = clock.now();
    const running = runningOf(call);
    const underWay = { call, running };
    addRound(running, call);
    if (call.status === 'waiting' && inFlight.park(call, reply, running)) {
      writeBegin(underWay);
      return undefined;
    }
    inFlight.end(call);
    try {
      const end = toEndOf(underWay, reply, given, now);
      writeEnd(underWay, end);
      return end.result === null ? undefined : { bytes: end.result.bytes, text: textOf(end) };
    } finally {
      // The session may end with its last call.
      sessions.touch(running.session, now);
    }
  };

  return {
    begin: (call) => {
      const earlier = inFlight.of(call);
      const running = runningOf(call);
      const underWay = { call, running };
      // Before its first attempt a call waited for an approval, which is bound to the parameters in its beginning.
      if (earlier !== undefined && earlier.attempts > 0)
        writeRound(underWay, toRound(underWay, clock.now(), sanitizer(), digest));
      if (call.tool?.resolution.class === 'read') {
        running.isDeferred = true;
        return false;
      }
      writeBegin(underWay);
      return true;
    },
    answered: (call, answers) => {
      const running = inFlight.of(call);
      if (running === undefined) return err('The call is over.');
      const underWay = { call, running };
      writeRound(underWay, toRound(underWay, clock.now(), sanitizer(), digest, answers));
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
      const underWay = inFlight.named(seq);
      if (underWay !== undefined) writeBegin(underWay);
      return underWay?.running;
    },
    writeDeferred: (until = Number.POSITIVE_INFINITY) => {
      let areLeft = false;
      for (const underWay of inFlight.all()) {
        const { isDeferred, at } = underWay.running;
        if (isDeferred && at > until) areLeft = true;
        else if (isDeferred) writeBegin(underWay);
      }
      return areLeft;
    },
    forgetWritten: inFlight.forgetWritten,
    close: inFlight.close,
  };
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { err, ok } from '@toolmark/annotations';
import type { SessionEndReason } from '@toolmark/api-contract';
import type { KnownSecrets } from '@toolmark/reach';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { JsonObject } from '../../base/rpc.ts';
import type { RecordConfig } from '../../config/config.ts';
import type { Call } from '../../model/call.ts';
import { loadDigestKey } from '../../record/digest/digest-key.ts';
import { createParamsDigest, type ParamsDigest } from '../../record/digest/params-digest.ts';
import type { Entry } from '../../record/entry.ts';
import { createFlushing } from '../../record/flushing.ts';
import { createListeners } from '../../record/listeners.ts';
import { nameInstance } from '../../record/name-instance.ts';
import { createOutbox } from '../../record/outbox.ts';
import { createReaderClient } from '../../record/reader/reader-client.ts';
import { recordFile, recordFolder } from '../../record/record-file.ts';
import { retentionOf } from '../../record/retention.ts';
import { createSequence } from '../../record/sequence.ts';
import { createSyncing } from '../../record/syncing.ts';
import { createWriterClient, type WriterState } from '../../record/writer/writer-client.ts';
import { createSessions } from '../../sessions/create-sessions.ts';
import { createAlike } from './alike.ts';
import { createBegins } from './begins.ts';
import { createEnded } from './ended.ts';
import { addRound, createInFlight, type Running, startRunning, type UnderWay } from './in-flight.ts';
import { createMenus } from './menus.ts';
import { createQuestionNotes } from './question-notes.ts';
import type { Recorder } from './recorder.ts';
import { createShown, withoutSecrets } from './shown.ts';
import { createTellState } from './tell-state.ts';
import { toApprovalEntry } from './to-approval-entry.ts';
import { toBegin } from './to-begin.ts';
import { textOf, toEnd, toEndWithoutBodies, toExpired } from './to-end.ts';
import { toRound } from './to-round.ts';
import { toStatus } from './to-status.ts';
import { createVersions, withoutKnown } from './versions.ts';

export interface RecorderOptions {
  readonly config: RecordConfig;
  /** Its journals and its database are in a folder of this one. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Secrets of the config: a server may echo them anywhere. */
  readonly known?: Pick<KnownSecrets, 'isIn' | 'redact'> | undefined;
}

/** A recorder that takes up a changed config. */
export interface RunningRecorder extends Recorder {
  readonly apply: (config: RecordConfig) => void;
}

/** How long what was written may wait to be brought to disk, and stored. */
const TICK_MS = 50;
/** A read that began later than this before a tick is left to the next one: it is over by then, as nearly all of them are. */
const FRESH_MS = 25;
/** How long counting gets when the gateway is stopped: the tokenizer may have to be loaded first. */
const COUNT_MS = 1_500;

/** Without a key calls are recorded all the same, and nobody can prove what was taken out of them. */
function openDigest(dataDir: string, log: Log): ParamsDigest | undefined {
  const key = loadDigestKey(dataDir);
  if (key.ok) return createParamsDigest(key.value);
  log.error({ error: key.error }, 'calls are recorded without digests');
  return undefined;
}

const STOPPING = 'The gateway is being stopped.';

/** Starts recording. Whatever is wrong with the disk is a state of the recorder, and never keeps the gateway from starting. */
export function createRecorder({ config, dataDir, clock, log, known }: RecorderOptions): RunningRecorder {
  const [folder, file] = [recordFolder(dataDir), recordFile(dataDir)];
  const instance = nameInstance();
  const digest = openDigest(dataDir, log);
  let shown = createShown(config, known);
  let slot = process.pid;
  let hasOpened = false;
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let cancelTick: (() => void) | undefined;

  /** Whatever was told before, nobody knows it any more: it is told again. */
  const beginAnew = (): void => {
    versions.forget();
    alike.forget();
    inFlight.forgetWritten();
    questions.forgetWritten();
    sessions.close('interrupted');
  };
  const outbox = createOutbox({
    folder,
    instance,
    file,
    stored: () => writer.position(),
    onDropped: beginAnew,
    now: clock.now,
    log,
  });
  const write = (entry: Entry): void => {
    // A session may end with its last call.
    alike.write();
    outbox.add(entry.kind === 'session' ? withoutSecrets(entry, shown.labels) : entry);
  };
  const writer = createWriterClient({
    start: { folder, file, instance, pid: process.pid, host: hostname(), retention: retentionOf(config) },
    clock,
    onOpened: (given, isNew) => {
      slot = given;
      if (isNew && hasOpened) {
        beginAnew();
        reading.restart();
      }
      hasOpened = true;
    },
    onSynced: (done) => {
      outbox.synced(done);
      syncing.done(done);
    },
    onEvents: (batch) => listeners.tell(batch),
    onState: createTellState(log),
    onNote: (message) => log.error({ error: message }, 'recording is in trouble'),
    onSkipped: (count, reason) => {
      outbox.lose(count);
      log.error({ count, reason }, 'something could not be recorded');
    },
  });
  const problemOf = ({ kind, problem = '' }: WriterState): string | undefined =>
    kind === 'failing' ? problem : undefined;
  const reading = createReaderClient({ file, clock, opened: writer.opened, problem: () => problemOf(writer.state()) });
  const listeners = createListeners(writer.listen);
  const syncing = createSyncing({ outbox, clock, withinMs: TICK_MS });
  const sequence = createSequence(() => slot);
  const versions = createVersions((entry) => write(known === undefined ? entry : withoutKnown(entry, known)));
  const begins = createBegins({
    outbox,
    toBegin: (underWay) => {
      const { tool, at } = underWay.running;
      return toBegin(underWay, tool === undefined ? null : versions.of(tool, at), shown, digest);
    },
  });
  const questions = createQuestionNotes(write);
  const sessions = createSessions({ write, clock, newId: randomUUID, idleMs: config.sessionIdleMs });
  const inFlight = createInFlight(clock, (running) => {
    write(toExpired(running, shown.bodies, clock.now()));
    sessions.touch(running.session);
    later();
  });

  /** @param isAll whether somebody wants to see also what began just now */
  const tick = (isAll: boolean): void => {
    cancelTick?.();
    cancelTick = undefined;
    ended.write();
    const areLeft = begins.writeFresh(inFlight.all(), isAll ? undefined : clock.now() - FRESH_MS);
    const isTaken = outbox.flush().ok;
    writer.wake(syncing.next());
    if (areLeft || !isTaken) later();
  };
  const later = (): void => {
    if (!isClosed) cancelTick ??= clock.after(TICK_MS, () => tick(false));
  };
  const menus = createMenus({ count: writer.count, sessions, onCounted: later, clock });
  const { flushed, safe } = createFlushing({
    ...{ sync: outbox.sync, writer, file, clock },
    flush: () => {
      ended.write();
      return outbox.flush();
    },
    problem: () => (isClosed ? STOPPING : problemOf(writer.state())),
  });
  const start = (call: Call): Running => {
    const running = startRunning(call, sessions.of(call.caller, call.params, call.startedAt));
    inFlight.add(call, running);
    return running;
  };
  /** It may be one that goes on after a question, and was written then. */
  const runningOf = (call: Call): Running => {
    const running = inFlight.of(call) ?? start(call);
    call.session = running.session;
    call.recordedId = running.id;
    return running;
  };
  const addLaterRound = (underWay: UnderWay, answers?: JsonObject): void => {
    const round = toRound(underWay, clock.now(), shown, digest, answers);
    if (round !== undefined) begins.addRound(underWay, round);
  };
  const writeWhole = (underWay: UnderWay, now: number): void => {
    const { call, running } = underWay;
    try {
      const ended = toEnd(call, running, shown.bodies, now);
      call.resultBytes = ended.result?.bytes;
      call.givenText = textOf(ended);
      begins.end(underWay, ended);
      alike.follow(underWay, ended);
    } catch (error) {
      // A bug of ours; that the call ended is true all the same.
      log.error({ error: String(error) }, 'a result could not be recorded');
      begins.end(underWay, toEndWithoutBodies(call, running, now));
    }
  };
  const alike = createAlike({ outbox, bodies: () => shown.bodies, writeWhole });
  const finish = (underWay: UnderWay, now: number): void => {
    inFlight.end(underWay.call);
    try {
      if (alike.take(underWay, now)) return;
      alike.write();
      writeWhole(underWay, now);
    } finally {
      sessions.touch(underWay.running.session, now);
    }
  };
  const ended = createEnded({
    writeEnd: (call, now) => {
      const running = runningOf(call);
      addRound(running, call);
      const underWay = { call, running };
      if (call.status === 'waiting' && inFlight.park(call, running)) begins.write(underWay);
      else finish(underWay, now);
    },
    writeRest: () => alike.write(),
    now: clock.now,
    log,
  });
  const close = async (reason: SessionEndReason): Promise<void> => {
    ended.write();
    begins.writeFresh(inFlight.all());
    sessions.close(reason);
    inFlight.close();
    // What was sent to a session belongs to it, also when it was short.
    await menus.settled(COUNT_MS);
    outbox.flush();
    isClosed = true;
    cancelTick?.();
    syncing.close();
    // Whoever closes the database last tidies up, and who only reads cannot.
    await reading.close();
    await writer.close();
    outbox.close();
  };

  return {
    nextKey: sequence,
    begin: (call) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      ended.write();
      const earlier = inFlight.of(call);
      const running = runningOf(call);
      // A call that has not left yet waited for an approval, and that is bound to the parameters of its beginning.
      if (earlier !== undefined && earlier.attempts > 0) addLaterRound({ call, running });
      if (call.tool?.resolution.class === 'read') {
        begins.add(running);
        later();
        return undefined;
      }
      begins.write({ call, running });
      return safe();
    },
    answered: (call, answers) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      ended.write();
      const running = inFlight.of(call);
      if (running === undefined) return Promise.resolve(err('The call is over.'));
      addLaterRound({ call, running }, answers);
      if (call.tool?.resolution.class !== 'read') return safe();
      later();
      return undefined;
    },
    end: (call) => {
      if (isClosed) return Promise.resolve();
      ended.add(call);
      later();
      return flushed();
    },
    asked: (question) => {
      if (isClosed) return;
      ended.write();
      const underWay = inFlight.named(question.callSeq);
      if (underWay !== undefined) begins.write(underWay);
      questions.asked(toApprovalEntry(question, underWay?.running, shown.maxBytes));
      // Before anybody can answer.
      outbox.flush();
      later();
    },
    resolved: (end) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      questions.resolved({ kind: 'approval-end', ...end });
      later();
      return end.status === 'approved' ? safe() : Promise.resolve(ok(undefined));
    },
    listed: menus.sent,
    offered: menus.offered,
    discovered: menus.discovered,
    saw: (tools) => {
      for (const tool of tools) versions.of(tool, clock.now());
      later();
    },
    left: (session) => {
      ended.write();
      sessions.left(session);
      later();
    },
    tell: (type, data) => {
      ended.write();
      write({ kind: 'event', type, data, at: clock.now() });
      later();
    },
    settled: async () => {
      if (isClosed) return;
      tick(true);
      await writer.settled();
    },
    reader: reading.reader,
    digest,
    onEvents: listeners.add,
    status: () => {
      const [{ problem, since }, own] = [writer.state(), outbox.problem()];
      return toStatus({ file, problem: own?.sentence ?? problem, since: own?.since ?? since, lost: outbox.lost() });
    },
    apply: (changed) => {
      shown = createShown(changed, known);
      alike.forget();
      writer.setRetention(retentionOf(changed));
    },
    close: (reason = 'stopped') => {
      closing ??= close(reason);
      return closing;
    },
  };
}

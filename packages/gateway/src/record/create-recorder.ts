import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { err, type Result } from '@toolmark/annotations';
import type { SessionEndReason } from '@toolmark/api-contract';
import type { RecordConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Call } from '../pipeline/call.ts';
import { createSessions } from '../sessions/create-sessions.ts';
import type { EventBatch, RetentionLimits } from '../store/store.ts';
import { type Clock, settlesWithin } from '../upstream/clock.ts';
import { type Bodies, createBodies } from './body/bodies.ts';
import type { Entry } from './entry.ts';
import { createInFlight, type Running } from './in-flight.ts';
import { createMenus } from './menus.ts';
import { nameInstance } from './name-instance.ts';
import { createOutbox } from './outbox.ts';
import { createReaderClient } from './reader/reader-client.ts';
import { recordFile, recordFolder } from './record-file.ts';
import type { Recorder } from './recorder.ts';
import { createRedactor } from './redact/redactor.ts';
import { createSequence } from './sequence.ts';
import { toBegin, withoutSecrets } from './to-begin.ts';
import { toEnd, toEndWithoutBodies, toExpired } from './to-end.ts';
import { toStatus } from './to-status.ts';
import { createVersions } from './versions.ts';
import { createWriterClient, type WriterState } from './writer/writer-client.ts';

export interface RecorderOptions {
  readonly config: RecordConfig;
  /** Its journals and its database are in a folder of this one. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A recorder that takes up a changed config. */
export interface RunningRecorder extends Recorder {
  readonly apply: (config: RecordConfig) => void;
}

/** Enough for listeners that were away for some minutes of lively work. */
const EVENT_BATCHES = 20_000;
/** How long a read may run before others see it running; and how long what ended may wait to be brought to disk. */
const TICK_MS = 50;
/** How long counting gets when the gateway is stopped: the tokenizer may have to be loaded first. */
const COUNT_MS = 1_500;
/** A disk that takes longer is taken for broken: whoever calls is told, and nothing has left. */
const SAFE_MS = 10_000;

const STOPPING = 'The gateway is being stopped.';

/** Starts recording. Whatever is wrong with the disk is a state of the recorder, and never keeps the gateway from starting. */
export function createRecorder({ config, dataDir, clock, log }: RecorderOptions): RunningRecorder {
  const folder = recordFolder(dataDir);
  const file = recordFile(dataDir);
  const instance = nameInstance();
  const listeners = new Set<(batch: EventBatch) => void>();
  const fresh = new Set<Running>();
  let bodies = bodiesFor(config);
  let slot = process.pid;
  let hasOpened = false;
  let wasFailing = false;
  let isClosed = false;
  let closing: Promise<void> | undefined;
  let cancelTick: (() => void) | undefined;
  let flushing: Promise<void> | undefined;

  /** Whatever was told before, nobody knows it any more: it is told again. */
  const beginAnew = (): void => {
    versions.forget();
    inFlight.forgetWritten();
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
  const write = (entry: Entry): void => outbox.add(entry.kind === 'session' ? withoutSecrets(entry, bodies) : entry);
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
    onEvents: (batch) => {
      for (const listener of [...listeners]) listener(batch);
    },
    onState: ({ kind, problem }) => {
      if (kind === 'failing')
        log.error({ problem }, 'calls cannot be recorded; those that change something are refused until they can');
      // That it works is worth a word only after it did not.
      else if (wasFailing) log.warn({}, 'calls are recorded again');
      wasFailing = kind === 'failing';
    },
    onNote: (message) => log.error({ error: message }, 'recording is in trouble'),
    onSkipped: (count, reason) => {
      outbox.lose(count);
      log.error({ count, reason }, 'something could not be recorded');
    },
  });
  const problemOf = ({ kind, problem = '' }: WriterState): string | undefined =>
    kind === 'failing' ? problem : undefined;
  const reading = createReaderClient({ file, clock, opened: writer.opened, problem: () => problemOf(writer.state()) });
  const sequence = createSequence(() => slot);
  const versions = createVersions(write);
  const sessions = createSessions({ write, clock, newId: randomUUID, idleMs: config.sessionIdleMs });
  const inFlight = createInFlight(clock, (running) => {
    write(toExpired(running, clock.now()));
    sessions.touch(running.begin.session);
    later();
  });

  const writeBegin = (running: Running): void => {
    fresh.delete(running);
    if (running.isWritten) return;
    running.isWritten = true;
    write(running.begin);
  };
  const tick = (): void => {
    cancelTick?.();
    cancelTick = undefined;
    for (const running of fresh) writeBegin(running);
    const isTaken = outbox.flush().ok;
    void outbox.sync();
    writer.wake();
    if (!isTaken) later();
  };
  const later = (): void => {
    if (!isClosed) cancelTick ??= clock.after(TICK_MS, tick);
  };
  const menus = createMenus({ count: writer.count, sessions, onCounted: later, clock });
  /** After everything that is due in this turn: calls that end together are written together. */
  const flushed = (): Promise<void> => {
    flushing ??= new Promise((resolve) => {
      process.nextTick(() => {
        flushing = undefined;
        outbox.flush();
        resolve();
      });
    });
    return flushing;
  };
  /** Waits until what was written is on disk, and the store is there to take it. */
  const safe = async (): Promise<Result<undefined, string>> => {
    const taken = outbox.flush();
    if (!taken.ok) return taken;
    writer.wake();
    const work = Promise.all([writer.opened, outbox.sync()]);
    if (!(await settlesWithin(work, SAFE_MS, clock)))
      return err(`${file} could not be written within ${SAFE_MS / 1_000} s.`);
    const [, synced] = await work;
    const problem = isClosed ? STOPPING : problemOf(writer.state());
    return problem === undefined ? synced : err(problem);
  };
  const start = (call: Call): Running => {
    const version = call.tool === undefined ? null : versions.of(call.tool, call.startedAt);
    const session = sessions.of(call.caller, call.params, call.startedAt);
    const running: Running = { begin: toBegin(call, session, version, bodies), isWritten: false, attempts: 0 };
    inFlight.add(call, running);
    return running;
  };
  const finish = (call: Call, running: Running): void => {
    inFlight.end(call);
    try {
      write(toEnd(call, running, bodies, clock.now()));
    } catch (error) {
      // A bug of ours; that the call ended is true all the same.
      log.error({ error: String(error) }, 'a result could not be recorded');
      write(toEndWithoutBodies(call, running, clock.now()));
    } finally {
      sessions.touch(running.begin.session);
    }
  };
  const close = async (reason: SessionEndReason): Promise<void> => {
    for (const running of fresh) writeBegin(running);
    sessions.close(reason);
    inFlight.close();
    // What was sent to a session belongs to it, also when it was short.
    await menus.settled(COUNT_MS);
    outbox.flush();
    isClosed = true;
    cancelTick?.();
    await writer.close();
    await reading.close();
    outbox.close();
  };

  return {
    nextKey: sequence,
    begin: (call) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      // It may be one that goes on after a question, and was written then.
      const running = inFlight.of(call) ?? start(call);
      if (call.tool?.resolution.class === 'read') {
        fresh.add(running);
        later();
        return undefined;
      }
      writeBegin(running);
      return safe();
    },
    end: (call) => {
      if (isClosed) return Promise.resolve();
      const running = inFlight.of(call) ?? start(call);
      running.attempts += call.attempts;
      writeBegin(running);
      if (call.status !== 'waiting' || !inFlight.park(call, running)) finish(call, running);
      later();
      return flushed();
    },
    listed: menus.sent,
    saw: (tools) => {
      for (const tool of tools) versions.of(tool, clock.now());
      later();
    },
    left: (session) => {
      sessions.left(session);
      later();
    },
    tell: (type, data) => {
      write({ kind: 'event', type, data, at: clock.now() });
      later();
    },
    settled: async () => {
      if (isClosed) return;
      tick();
      await writer.settled();
    },
    reader: reading.reader,
    onEvents: (listener) => {
      if (listeners.size === 0) writer.listen(true);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) writer.listen(false);
      };
    },
    status: () => {
      const { problem, since } = writer.state();
      const own = outbox.problem();
      return toStatus({ file, problem: own?.sentence ?? problem, since: own?.since ?? since, lost: outbox.lost() });
    },
    apply: (changed) => {
      bodies = bodiesFor(changed);
      writer.setRetention(retentionOf(changed));
    },
    close: (reason = 'stopped') => {
      closing ??= close(reason);
      return closing;
    },
  };
}

const bodiesFor = ({ bodyBytes, redact }: RecordConfig): Bodies =>
  createBodies({ maxBytes: bodyBytes, redactor: createRedactor(redact) });

const retentionOf = ({ retention }: RecordConfig): RetentionLimits => ({ ...retention, events: EVENT_BATCHES });

import { randomBytes, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Result } from '@toolmark/annotations';
import type { SessionEndReason } from '@toolmark/api-contract';
import type { RecordConfig } from '../config/config.ts';
import type { Log } from '../log.ts';
import type { Call } from '../pipeline/call.ts';
import { createSessions } from '../sessions/create-sessions.ts';
import { clientOf, eraOf } from '../sessions/identity.ts';
import { legsOf } from '../sessions/risk.ts';
import type { EventBatch, RetentionLimits } from '../store/store.ts';
import { type Clock, settlesWithin } from '../upstream/clock.ts';
import { type Bodies, createBodies } from './body/bodies.ts';
import type { BeginEntry, Entry } from './entry.ts';
import { createInFlight, type Running } from './in-flight.ts';
import { createOutbox } from './outbox.ts';
import { createReaderClient } from './reader/reader-client.ts';
import { recordFile, recordFolder } from './record-file.ts';
import type { Recorder } from './recorder.ts';
import { createRedactor } from './redact/redactor.ts';
import { createSequence } from './sequence.ts';
import { toEnd, toExpired } from './to-end.ts';
import { createVersions } from './versions.ts';
import { createWriterClient } from './writer/writer-client.ts';

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
/** How long a read may run before others see it running; and how long what ended may wait to be stored. */
const TICK_MS = 50;
/** How long counting gets when the gateway is stopped: the tokenizer may have to be loaded first. */
const COUNT_MS = 1_500;

/** Starts recording. Whatever is wrong with the disk is a state of the recorder, and never keeps the gateway from starting. */
export function createRecorder({ config, dataDir, clock, log }: RecorderOptions): RunningRecorder {
  const folder = recordFolder(dataDir);
  const file = recordFile(dataDir);
  // The process id is in its name, so that a journal alone tells whether its gateway still lives.
  const instance = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const listeners = new Set<(batch: EventBatch) => void>();
  let bodies = bodiesFor(config);
  let slot = process.pid;
  let hasOpened = false;
  let wasFailing = false;
  let closing: Promise<void> | undefined;
  let cancelTick: (() => void) | undefined;
  const fresh = new Set<Running>();

  const outbox = createOutbox({ folder, instance, file, written: () => writer.position(), now: clock.now, log });
  const write = (entry: Entry): void => outbox.add(entry);
  const writer = createWriterClient({
    start: { folder, file, instance, pid: process.pid, host: hostname(), retention: retentionOf(config) },
    clock,
    onOpened: (given, isNew) => {
      slot = given;
      const isAnother = isNew && hasOpened;
      hasOpened = true;
      if (!isAnother) return;
      // Whatever was told to the file before, this one has not heard.
      versions.forget();
      sessions.close('interrupted');
      reading.restart();
    },
    onEvents: (batch) => {
      for (const listener of [...listeners]) listener(batch);
    },
    onState: (state) => {
      // That it works is worth a word only after it did not.
      if (state.kind === 'failing')
        log.error(
          { problem: state.problem },
          'calls cannot be recorded; those that change something are refused until they can',
        );
      else if (hasOpened || wasFailing) log.info({}, 'calls are recorded again');
      wasFailing = state.kind === 'failing';
    },
    onNote: (message) => log.error({ error: message }, 'recording is in trouble'),
    onSkipped: (count, reason) => {
      outbox.lose(count);
      log.error({ count, reason }, 'something could not be recorded');
    },
  });
  const reading = createReaderClient({
    file,
    clock,
    opened: writer.opened,
    problem: () => (writer.state().kind === 'failing' ? writer.state().problem : undefined),
  });
  const sequence = createSequence(() => slot);
  const versions = createVersions(write);
  const sessions = createSessions({ write, clock, newId: randomUUID, idleMs: config.sessionIdleMs });
  const inFlight = createInFlight(clock, (running) => {
    write(toExpired(running, clock.now()));
    sessions.touch(running.begin.session);
    later();
  });
  const counting = new Set<Promise<unknown>>();
  const pages = new WeakMap<Buffer, Promise<number>>();

  const flush = (): Result<undefined, string> => outbox.flush();
  let flushing: Promise<void> | undefined;
  /** After everything that is due in this turn: calls that end together are written together. */
  const flushed = (): Promise<void> => {
    flushing ??= new Promise((resolve) => {
      process.nextTick(() => {
        flushing = undefined;
        flush();
        resolve();
      });
    });
    return flushing;
  };
  const tick = (): void => {
    cancelTick = undefined;
    for (const running of fresh) writeBegin(running);
    flush();
    writer.wake();
  };
  const later = (): void => {
    cancelTick ??= clock.after(TICK_MS, tick);
  };
  const writeBegin = (running: Running): void => {
    fresh.delete(running);
    if (running.isWritten) return;
    running.isWritten = true;
    write(running.begin);
  };
  const close = async (reason: SessionEndReason): Promise<void> => {
    cancelTick?.();
    for (const running of fresh) writeBegin(running);
    sessions.close(reason);
    // What was sent to a session belongs to it, also when it was short.
    await settlesWithin(Promise.all(counting), COUNT_MS, clock);
    flush();
    await writer.close();
    await reading.close();
    outbox.close();
  };
  const start = (call: Call): Running => {
    const begin = toBegin(call, sessions.of(call.caller, call.params), bodies, versions.of);
    const running: Running = { begin, isWritten: false, attempts: 0 };
    inFlight.add(call, running);
    return running;
  };

  return {
    nextKey: sequence,
    begin: (call) => {
      const known = inFlight.of(call);
      // It goes on after a question, and is on disk since its first round.
      if (known !== undefined) return undefined;
      const running = start(call);
      if (call.tool?.resolution.class === 'read') {
        fresh.add(running);
        later();
        return undefined;
      }
      writeBegin(running);
      const flushed = flush();
      if (!flushed.ok) return Promise.resolve(flushed);
      writer.wake();
      return writer.safe(outbox.position());
    },
    end: (call) => {
      const running = inFlight.of(call) ?? start(call);
      running.attempts += call.attempts;
      writeBegin(running);
      if (call.status !== 'waiting' || !inFlight.park(call, running)) {
        inFlight.end(call);
        write(toEnd(call, running, bodies, clock.now()));
        sessions.touch(running.begin.session);
      }
      later();
      return flushed();
    },
    listed: (caller, params, page) => {
      let tokens = pages.get(page);
      if (tokens === undefined) {
        tokens = writer.count(page);
        pages.set(page, tokens);
      }
      const counted = tokens.then((menu) => ({ menu, discovery: 0, listing: menu }));
      counting.add(counted);
      sessions.sent(caller, params, counted);
      void counted.then(() => {
        counting.delete(counted);
        later();
      });
    },
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
    status: () => outbox.status(writer.state()),
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

function toBegin(
  call: Call,
  session: string,
  bodies: Bodies,
  versionOf: (tool: NonNullable<Call['tool']>, now: number) => string,
): BeginEntry {
  const { caller, tool } = call;
  const { mode = 'direct' } = caller;
  return {
    kind: 'begin',
    seq: call.seq,
    id: call.id,
    session,
    version: tool === undefined ? null : versionOf(tool, call.startedAt),
    server: tool?.server ?? null,
    tool: tool?.definition.name ?? call.name,
    class: tool?.resolution.class ?? null,
    at: call.startedAt,
    era: eraOf(caller),
    mode,
    client: clientOf(caller).name,
    principal: caller.principal,
    arguments: call.arguments === undefined ? null : bodies.of(call.arguments),
    summary: bodies.summary(call.arguments),
    legs: legsOf(tool, 'leaving'),
  };
}

const bodiesFor = ({ bodyBytes, redact }: RecordConfig): Bodies =>
  createBodies({ maxBytes: bodyBytes, redactor: createRedactor(redact) });

const retentionOf = ({ retention }: RecordConfig): RetentionLimits => ({ ...retention, events: EVENT_BATCHES });

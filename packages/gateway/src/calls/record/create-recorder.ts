import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { err, ok } from '@toolmark/annotations';
import type { SessionEndReason } from '@toolmark/api-contract';
import type { Clock, Log } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import {
  createFlushing,
  createListeners,
  createOutbox,
  createParamsDigest,
  createReaderClient,
  createSequence,
  createWriterClient,
  type Entry,
  loadDigestKey,
  nameInstance,
  type ParamsDigest,
  type RecordConfig,
  recordFile,
  recordFolder,
  retentionOf,
  type WriterState,
} from '@toolmark/record';
import { createSessions } from '../../sessions/create-sessions.ts';
import { createCallRecording } from './call-recording.ts';
import { createMenus } from './menus.ts';
import { createQuestionNotes } from './question-notes.ts';
import type { Recorder } from './recorder.ts';
import { createSanitizer, sanitizeSession } from './sanitizer.ts';
import { createStateLog } from './state-log.ts';
import { toApprovalEntry } from './to-approval-entry.ts';
import { toStatus } from './to-status.ts';
import { createVersions, redactVersion } from './tool-versions.ts';

export interface RecorderOptions {
  readonly config: RecordConfig;
  /** Its journals and its database are in a folder of this one. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Secrets of the config: a server may echo them anywhere. */
  readonly known?: Pick<KnownSecrets, 'isIn' | 'redact'> | undefined;
}

/** A recorder whose config can change while it runs. */
export interface RunningRecorder extends Recorder {
  readonly apply: (config: RecordConfig) => void;
}

/** Deadline for counting tokens when the gateway stops: the tokenizer may have to be loaded first. */
const COUNT_MS = 1_500;

/** Without a key, calls are recorded without digests, so the redacted originals cannot be proven later. */
function openDigest(dataDir: string, log: Log): ParamsDigest | undefined {
  const key = loadDigestKey(dataDir);
  if (key.ok) return createParamsDigest(key.value);
  log.error({ error: key.error }, 'calls are recorded without digests');
  return undefined;
}

const STOPPING = 'The gateway is stopping.';

/**
 * Starts recording. Every entry goes into one ordered outbox; `calls` adds what happens to calls, `flushing` hands the outbox to the
 * journal, and a thread stores the journal. A broken disk is a state of the recorder and never keeps the gateway from starting.
 */
export function createRecorder({ config, dataDir, clock, log, known }: RecorderOptions): RunningRecorder {
  const [folder, file] = [recordFolder(dataDir), recordFile(dataDir)];
  const instance = nameInstance();
  const digest = openDigest(dataDir, log);
  let sanitizer = createSanitizer(config, known);
  let slot = process.pid;
  let hasOpened = false;
  let isClosed = false;
  let closing: Promise<void> | undefined;

  /** Writes everything again that later entries refer to: the store or the journal has lost earlier entries. */
  const startOver = (): void => {
    versions.forget();
    calls.forgetWritten();
    questions.forgetWritten();
    sessions.close('interrupted');
  };
  const outbox = createOutbox({
    folder,
    instance,
    file,
    onDropped: startOver,
    now: clock.now,
    log,
  });
  const write = (entry: Entry): void =>
    outbox.add(entry.kind === 'session' ? sanitizeSession(entry, sanitizer.labels) : entry);
  const writer = createWriterClient({
    start: { folder, file, instance, pid: process.pid, host: hostname(), retention: retentionOf(config) },
    clock,
    onOpened: (given, isNew) => {
      slot = given;
      if (isNew && hasOpened) {
        startOver();
        reading.restart();
      }
      hasOpened = true;
    },
    onStored: outbox.stored,
    onEvents: (batch) => listeners.tell(batch),
    onState: createStateLog(log),
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
  const versions = createVersions((entry) => write(known === undefined ? entry : redactVersion(entry, known)));
  const questions = createQuestionNotes(write);
  const sessions = createSessions({ write, clock, newId: randomUUID, idleMs: config.sessionIdleMs });
  const calls = createCallRecording({
    outbox,
    sessions,
    versions,
    digest,
    clock,
    log,
    sanitizer: () => sanitizer,
    onExpired: () => flushing.schedule(),
  });
  const flushing = createFlushing({
    outbox,
    calls,
    writer,
    file,
    clock,
    problem: () => (isClosed ? STOPPING : problemOf(writer.state())),
  });
  const menus = createMenus({ count: writer.count, sessions, onCounted: flushing.schedule, clock });

  const close = async (reason: SessionEndReason): Promise<void> => {
    calls.writeDeferred();
    sessions.close(reason);
    calls.close();
    // Short sessions end here: count the tokens of their menus before the writer stops.
    await menus.settled(COUNT_MS);
    outbox.flush();
    isClosed = true;
    flushing.close();
    // Close the reader first: the last connection to close the database cleans up, and a read-only one cannot.
    await reading.close();
    await writer.close();
    outbox.close();
  };

  return {
    nextKey: createSequence(() => slot),
    begin: (call) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      if (calls.begin(call)) return flushing.safe();
      flushing.schedule();
      return undefined;
    },
    answered: (call, answers) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      const added = calls.answered(call, answers);
      if (!added.ok) return Promise.resolve(added);
      if (call.tool?.resolution.class !== 'read') return flushing.safe();
      flushing.schedule();
      return undefined;
    },
    end: (call, reply, given) => {
      if (isClosed) return { isSafe: Promise.resolve(), written: undefined };
      const written = calls.end(call, reply, given);
      flushing.schedule();
      return { isSafe: flushing.flushed(), written };
    },
    asked: (question) => {
      if (isClosed) return;
      questions.asked(toApprovalEntry(question, calls.reveal(question.callSeq), sanitizer.maxBytes));
      // The question must be in the journal before a person can answer it.
      outbox.flush();
      flushing.schedule();
    },
    resolved: (end) => {
      if (isClosed) return Promise.resolve(err(STOPPING));
      questions.resolved({ kind: 'approval-end', ...end });
      flushing.schedule();
      return end.status === 'approved' ? flushing.safe() : Promise.resolve(ok(undefined));
    },
    connected: (client, params) => {
      sessions.connected(client, params);
      flushing.schedule();
    },
    listed: menus.sent,
    offered: menus.offered,
    discovered: menus.discovered,
    recordTools: (tools) => {
      for (const tool of tools) versions.of(tool, clock.now());
      flushing.schedule();
    },
    endSession: (session) => {
      sessions.endProtocolSession(session);
      flushing.schedule();
    },
    tell: (type, data) => {
      write({ kind: 'event', type, data, at: clock.now() });
      flushing.schedule();
    },
    settled: async () => {
      if (isClosed) return;
      flushing.now();
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
      sanitizer = createSanitizer(changed, known);
      writer.setRetention(retentionOf(changed));
    },
    close: (reason = 'stopped') => {
      closing ??= close(reason);
      return closing;
    },
  };
}

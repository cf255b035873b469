import { Worker } from 'node:worker_threads';
import type { DebugError } from '../../errors.ts';
import { err } from '../../result.ts';
import type { CodeProject, Found } from '../code-backend.ts';
import { LIMITS } from '../limits.ts';
import type { Wanted } from '../workspace/find-workspace.ts';
import { within } from '../workspace/within.ts';
import type { Answers, Order, Question, Report } from './messages.ts';

/** The thread's interface. If the thread crashes, pending requests fail, and the next one starts another. */
export interface TypeScriptThread {
  readonly ask: <Kind extends keyof Answers>(
    question: Question,
    deadline: AbortSignal,
  ) => Promise<Found<Answers[Kind]>>;
  readonly projects: () => readonly CodeProject[];
  readonly close: () => Promise<void>;
}

type Settle = (answer: Report['answer']) => void;

export function createTypeScriptThread(wanted: Wanted): TypeScriptThread {
  const waiting = new Map<number, Settle>();
  let worker: Worker | undefined;
  let projects: readonly CodeProject[] = [];
  let lastId = 0;
  let isClosed = false;

  const failAll = (error: DebugError): void => {
    for (const settle of waiting.values()) settle(err(error));
    waiting.clear();
  };
  const start = (): Worker => {
    const started = startWorker(wanted);
    const failPending = (why: string): void => {
      if (worker !== started) return;
      worker = undefined;
      failAll({ code: 'ANALYSIS_FAILED', message: `${why} Ask again: it is started anew.` });
    };
    started.on('message', (report: Report) => {
      projects = report.projects;
      waiting.get(report.id)?.(report.answer);
      waiting.delete(report.id);
      // An idle thread must not keep the process alive, but a busy one must.
      if (waiting.size === 0) started.unref();
    });
    started.on('error', (error) => failPending(`The TypeScript compiler broke: ${error.message}.`));
    started.on('exit', () => failPending('The TypeScript compiler ended.'));
    return started;
  };
  const send = (question: Question, deadline: AbortSignal): Promise<Report['answer']> =>
    new Promise((resolve) => {
      lastId += 1;
      const cancelled = new Int32Array(new SharedArrayBuffer(4));
      const cancel = (): void => void Atomics.store(cancelled, 0, 1);
      deadline.addEventListener('abort', cancel, { once: true });
      if (deadline.aborted) cancel();
      waiting.set(lastId, (answer) => {
        deadline.removeEventListener('abort', cancel);
        resolve(answer);
      });
      worker ??= start();
      worker.ref();
      const order: Order = { id: lastId, question, cancelled };
      worker.postMessage(order);
    });

  return {
    ask: async <Kind extends keyof Answers>(question: Question, deadline: AbortSignal) => {
      if (isClosed) return err(CLOSED);
      // The answer has the type of the request.
      const answer = send(question, deadline) as Promise<Found<Answers[Kind]>>;
      return within(answer, deadline, `Reading ${wanted.config ?? wanted.root}`);
    },
    projects: () => projects,
    close: async () => {
      isClosed = true;
      failAll(CLOSED);
      await worker?.terminate();
      worker = undefined;
    },
  };
}

const CLOSED: DebugError = {
  code: 'NO_WORKSPACE',
  message: 'The workspace was closed. Load it again with code_load.',
};

/** Runs the TypeScript source, or its compiled form. */
function startWorker(wanted: Wanted): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./typescript-thread.${extension}`, import.meta.url), {
    workerData: wanted,
    resourceLimits: { maxOldGenerationSizeMb: LIMITS.threadMegabytes },
  });
}

import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Language, translateTo } from '../lang/lang.ts';
import type { DialogAnswer, Dialogs } from './dialogs.ts';
import { openBrowser as openSystemBrowser } from './open-browser.ts';
import type { Ending } from './page/pages.ts';
import { type Question, serveQuestion, tellOver } from './serve-question.ts';

export interface DialogsOptions {
  readonly language: Language;
  /** Opens an address; the default is the browser of the system. */
  readonly openBrowser?: (url: string) => void;
  /** The timeout of a question; the default is 10 minutes. */
  readonly deadlineMs?: number;
  /** Writes a line to stderr. */
  readonly complain: (line: string) => void;
}

const DEADLINE_MS = 10 * 60_000;

/**
 * Asks the user on pages on loopback. The server runs on a free port while a question is open.
 *
 * @example
 * const dialogs = createDialogs({ language: 'en', complain: (line) => process.stderr.write(`${line}\n`) });
 * const answer = await dialogs.ask({ title: { en: 'Deploy?', zh: '部署？' }, message: 'To production.' }, signal);
 */
export function createDialogs(options: DialogsOptions): Dialogs {
  const { language, openBrowser = openSystemBrowser, deadlineMs = DEADLINE_MS, complain } = options;
  const t = translateTo(language);
  const questions = new Map<string, Question>();
  let running: Promise<Server> | undefined;
  let isClosed = false;

  const start = (): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((request, response) => {
        const { port } = server.address() as AddressInfo;
        serveQuestion(request, response, { language, questions, origin: `http://127.0.0.1:${port}` }).catch(() =>
          response.destroy(),
        );
      });
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(server));
    });

  /** Pages of ended questions show how the question ended, until the server stops. */
  const stopWhenIdle = (): void => {
    if ([...questions.values()].some(({ ending }) => ending === undefined)) return;
    questions.clear();
    const ended = running;
    running = undefined;
    ended?.then(
      (server) => server.close(),
      () => {},
    );
  };

  return {
    ask: async (dialog, signal) => {
      signal.throwIfAborted();
      if (isClosed) return { kind: 'cancelled' };
      const id = randomBytes(24).toString('base64url');
      const answer = Promise.withResolvers<DialogAnswer>();
      const end = (ending: Ending): boolean => {
        if (question.ending !== undefined) return false;
        question.ending = ending;
        clearTimeout(deadline);
        signal.removeEventListener('abort', abort);
        for (const listener of question.listeners) tellOver(listener, ending);
        return true;
      };
      const question: Question = {
        dialog,
        token: randomBytes(24).toString('base64url'),
        endsAt: Date.now() + deadlineMs,
        listeners: new Set(),
        ending: undefined,
        settle: (given, ending) => {
          if (end(ending)) answer.resolve(given);
        },
      };
      const abort = (): void => {
        if (end('over')) answer.reject(signal.reason);
      };
      const deadline = setTimeout(() => question.settle({ kind: 'timed-out' }, 'timedOut'), deadlineMs);
      signal.addEventListener('abort', abort, { once: true });
      questions.set(id, question);
      try {
        running ??= start();
        const { port } = (await running).address() as AddressInfo;
        const url = `http://127.0.0.1:${port}/d/${id}`;
        complain(t(`A question waits for your answer: ${url}`, `有一个问题等待您回答：${url}`));
        try {
          if (question.ending === undefined) openBrowser(url);
        } catch {
          // The user can still open the address from stderr.
        }
        return await answer.promise;
      } finally {
        end('over');
        stopWhenIdle();
      }
    },
    close: async () => {
      isClosed = true;
      const ended = running;
      for (const { settle } of questions.values()) settle({ kind: 'cancelled' }, 'lost');
      stopWhenIdle();
      const server = await ended?.catch(() => undefined);
      if (server?.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

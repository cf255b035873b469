import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Refusal } from '../refusal.ts';
import type { FunctionState } from './function-state.ts';
import { unpack } from './unpack.ts';

/** The outcome of a function call. */
export type FunctionResult =
  /** The returned value as JSON. */
  | { readonly kind: 'returned'; readonly text: string }
  | { readonly kind: 'threw' | 'timed-out' | 'crashed'; readonly message: string };

/** Runs each function call in its own process. */
export interface FunctionRunner {
  readonly run: (found: FunctionState, envId: string, event: unknown) => Promise<FunctionResult>;
  /** Kills running functions and removes unpacked files. */
  readonly close: () => Promise<void>;
}

const RUNNER = fileURLToPath(new URL('../../../bin/function-runner.cjs', import.meta.url));
const MAX_AT_ONCE = 8;
const MAX_SECONDS = 60;
const MAX_RESULT_CHARACTERS = 6 * 1024 * 1024;
const HANDLER = /^([\w][\w/-]*)\.([A-Za-z_$][\w$]*)$/;

export function createFunctionRunner(): FunctionRunner {
  /** Unpacked folders by digest of the code, so that changed code gets a new folder. */
  const folders = new Map<string, Promise<string>>();
  const running = new Set<() => void>();
  const folderOf = (found: FunctionState, envId: string): Promise<string> => {
    const digest = createHash('sha256').update(found.zip).digest('hex');
    const key = `${envId}/${found.name}/${digest}`;
    const known = folders.get(key);
    if (known !== undefined) return known;
    const unpacked = mkdtemp(join(tmpdir(), 'toolmark-cloudbase-fn-')).then(async (folder) => {
      try {
        await unpack(found.zip, folder);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
      return folder;
    });
    folders.set(key, unpacked);
    unpacked.catch(() => folders.delete(key));
    return unpacked;
  };
  return {
    run: async (found, envId, event) => {
      if (!found.runtime.startsWith('Nodejs'))
        throw new Refusal('UnsupportedOperation', `The emulator runs functions for Node.js, not for ${found.runtime}.`);
      const [, file, method] = HANDLER.exec(found.handler) ?? [];
      if (file === undefined || method === undefined)
        throw new Refusal('InvalidParameterValue.Handler', `Handler ${found.handler} is not of the form file.method.`);
      if (running.size >= MAX_AT_ONCE)
        throw new Refusal('LimitExceeded', `At most ${MAX_AT_ONCE} functions run at once.`, 429);
      const folder = await folderOf(found, envId);
      return call(found, envId, { folder, file, method, event }, running);
    },
    close: async () => {
      for (const end of running) end();
      await Promise.all(
        [...folders.values()].map((folder) =>
          folder.then(
            (path) => rm(path, { recursive: true, force: true }),
            () => undefined,
          ),
        ),
      );
      folders.clear();
    },
  };
}

interface Call {
  readonly folder: string;
  readonly file: string;
  readonly method: string;
  readonly event: unknown;
}

function call(found: FunctionState, envId: string, message: Call, running: Set<() => void>): Promise<FunctionResult> {
  const seconds = Math.min(MAX_SECONDS, Math.max(1, found.timeout));
  const child = fork(RUNNER, [], {
    cwd: message.folder,
    execArgv: [`--max-old-space-size=${Math.max(64, found.memorySize)}`],
    // No variables of this process: a function gets only its own.
    env: { ...found.variables, SCF_NAMESPACE: envId, SCF_FUNCTIONNAME: found.name, TENCENTCLOUD_RUNENV: 'SCF' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return new Promise((resolve) => {
    const end = (): void => void child.kill('SIGKILL');
    const finish = (result: FunctionResult): void => {
      clearTimeout(timer);
      running.delete(end);
      end();
      resolve(result);
    };
    const timer = setTimeout(
      () => finish({ kind: 'timed-out', message: `Invoking task timed out after ${seconds} seconds` }),
      seconds * 1000,
    );
    running.add(end);
    child.once('message', (answer) => finish(toResult(answer)));
    child.once('error', (error) => finish({ kind: 'crashed', message: error.message }));
    child.once('exit', (code, signal) =>
      finish({ kind: 'crashed', message: `The process of the function ended with ${signal ?? code}.` }),
    );
    const context = { request_id: crypto.randomUUID(), function_name: found.name, namespace: envId };
    child.send({ ...message, context });
  });
}

/** Validates the message: the function runs in the runner's process and could send anything. */
function toResult(answer: unknown): FunctionResult {
  const { kind, text, message } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === 'returned' && typeof text === 'string') {
    if (text.length > MAX_RESULT_CHARACTERS)
      return { kind: 'threw', message: `The result has more than ${MAX_RESULT_CHARACTERS} characters.` };
    return { kind: 'returned', text };
  }
  return {
    kind: 'threw',
    message: typeof message === 'string' ? message : 'The function answered in an unknown form.',
  };
}

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { FAILURE_META_KEY, type FailureContent } from '@toolmark/kit';
import { type ContractWorld, type Reply, ToolFailed } from './contract.ts';

/** The part of an MCP client that a contract needs. */
export interface ToolCaller {
  readonly callTool: (
    request: { readonly name: string; readonly arguments: Record<string, unknown> },
    options: { readonly timeout: number; readonly signal?: AbortSignal },
  ) => Promise<{
    readonly isError?: boolean | undefined;
    readonly structuredContent?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  }>;
}

export interface RunningContract {
  readonly world: ContractWorld;
  /** Removes the test data, and returns the errors. */
  readonly finish: () => Promise<readonly string[]>;
}

export interface WorldOptions extends Pick<ContractWorld, 'nextcloud' | 'shareWith' | 'recipeUrl'> {
  /** Aborts the run; clean-up can still call tools. */
  readonly signal?: AbortSignal;
}

/** The timeout of a call; an import of a recipe takes longest, because Nextcloud fetches a web page. */
const CALL_MS = 330_000;

/** The timeout for removing one object. */
const CLEAN_UP_MS = 120_000;

/** Gives contracts access to the tools of a server, and removes their test data at the end. */
export function createContractWorld(client: ToolCaller, options: WorldOptions): RunningContract {
  const { nextcloud, signal = new AbortController().signal, shareWith, recipeUrl } = options;
  const run = randomBytes(4).toString('hex');
  const work: (() => Promise<unknown>)[] = [];
  let count = 0;
  const call = async (tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Reply> => {
    const { isError, structuredContent, _meta } = await client.callTool(
      { name: tool, arguments: { ...args } },
      // Clean-up calls tools after the end of the run.
      signal.aborted ? { timeout: CALL_MS } : { timeout: CALL_MS, signal },
    );
    if (isError === true) {
      const { code = 'UNKNOWN', message = '' } = (_meta?.[FAILURE_META_KEY] ?? {}) as Partial<FailureContent['error']>;
      throw new ToolFailed(tool, code, message);
    }
    return (structuredContent ?? {}) as Reply;
  };
  return {
    world: {
      call,
      name: (what) => `toolmark-${run}-${what}-${++count}`,
      cleanUp: (more) => void work.push(more),
      nextcloud,
      signal,
      shareWith,
      recipeUrl,
    },
    finish: async () => {
      const problems: string[] = [];
      for (const each of work.splice(0).toReversed())
        await within(CLEAN_UP_MS, each()).catch((error: unknown) => problems.push(String(error)));
      return problems;
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const late = sleep(milliseconds, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`The operation timed out after ${milliseconds / 1000} s.`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}

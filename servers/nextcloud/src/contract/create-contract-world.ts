import { randomBytes } from 'node:crypto';
import { FAILURE_META_KEY, type FailureContent } from '@toolmark/kit';
import { type ContractWorld, type Reply, ToolFailed } from './contract.ts';

/** The part of an MCP client that a contract needs. */
export interface ToolCaller {
  readonly callTool: (request: { readonly name: string; readonly arguments: Record<string, unknown> }) => Promise<{
    readonly isError?: boolean | undefined;
    readonly structuredContent?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>> | undefined;
  }>;
}

export interface RunningContract {
  readonly world: ContractWorld;
  /** Removes what was made, and tells what could not be removed. */
  readonly finish: () => Promise<readonly string[]>;
}

/** A contract's way to the tools of a server, and the list of what it has to remove at the end. */
export function createContractWorld(client: ToolCaller): RunningContract {
  const run = randomBytes(4).toString('hex');
  const work: (() => Promise<unknown>)[] = [];
  let count = 0;
  const call = async (tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Reply> => {
    const { isError, structuredContent, _meta } = await client.callTool({ name: tool, arguments: { ...args } });
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
    },
    finish: async () => {
      const problems: string[] = [];
      for (const each of work.splice(0).toReversed())
        await each().catch((error: unknown) => problems.push(String(error)));
      return problems;
    },
  };
}

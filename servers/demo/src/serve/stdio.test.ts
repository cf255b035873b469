import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPlayground } from '../fixtures/playground.ts';
import { startStdio } from './stdio.ts';

describe('startStdio', () => {
  afterEach(() => vi.restoreAllMocks());

  it('prints on stderr why a server could not be created, because the client is not told', async () => {
    await using playground = await createPlayground();
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => said.push(String(chunk)) > 0);
    const [input, output] = [new PassThrough(), new PassThrough()];
    const store = {
      ...playground.store,
      onChange: () => {
        throw new Error("Tool 'a' cannot be registered");
      },
    };
    const stdio = startStdio(store, { transport: new StdioServerTransport(input, output) });
    input.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    const [answer] = await once(output, 'data');
    await stdio.close();
    expect(JSON.parse(String(answer))).toMatchObject({ error: { code: -32603, message: 'Internal server error' } });
    expect(said).toEqual(["toolmark-demo: Tool 'a' cannot be registered\n"]);
  });
});

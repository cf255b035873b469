import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TOOLMARK } from '../gateway/fixtures/gateway.ts';
import { callMeanwhile, PATIENCE_MS, startAttacked } from './fixtures/hostile.ts';

const COUNT = 800_000;
/** So many keys are also more bytes than a message may have; here the number of values is to be the reason. */
const ROOMY = 16 * 1024 * 1024;
const startRoomy = () => startAttacked({ resultBytes: ROOMY }, { config: { limits: { bodyBytes: ROOMY } } });
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'hostile', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const callText = (id: number, args: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"hostile__echo","_meta":${JSON.stringify(META)},"arguments":${args}}}`;
const manyKeys = (): string => `{${Array.from({ length: COUNT }, (_unused, at) => `"k\\n${at}":1`).join(',')}}`;

describe('a message of 800,000 keys', () => {
  it('is refused in a request by an error that names the limit, before any server sees it', async () => {
    const attacked = await startRoomy();
    const sent = fetch(attacked.gateway.mcpUrl, {
      method: 'POST',
      headers: {
        ...attacked.gateway.headers,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'hostile__echo',
      },
      body: callText(1, manyKeys()),
    });
    expect(await callMeanwhile(attacked, sent)).toBeLessThan(PATIENCE_MS);
    const response = await sent;
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { error: { message: 'Payload Too Large: the body has more than 50000 values (limits.values)' } },
    ]);
    expect(attacked.reached()).toEqual([]);
  });

  it.each([
    ['joined to a running gateway', true],
    ['with servers of its own', false],
  ])(
    'is refused on stdin (%s) by an error that names the limit, and the next message is answered',
    async (_how, joins) => {
      const attacked = await startRoomy();
      const { dataDir, configFile } = attacked.gateway;
      const args = [TOOLMARK, 'stdio', '--data', dataDir, ...(joins ? [] : ['--config', configFile])];
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      onTestFinished(() => void child.kill());
      child.stdin.write(`${callText(1, manyKeys())}\n${callText(2, '{"text":"still here"}')}\n`);
      const answers = new Map<unknown, unknown>();
      for await (const line of createInterface(child.stdout)) {
        const answer = JSON.parse(line) as { readonly id?: unknown };
        if (answer.id !== undefined) answers.set(answer.id, answer);
        if (answers.size === 2) break;
      }
      expect(answers.get(1)).toMatchObject({
        error: { code: -32000, message: expect.stringContaining('more than 50000 values (limits.values)') },
      });
      expect(answers.get(2)).toMatchObject({ result: { content: [{ text: 'still here' }] } });
      expect(attacked.reached()).toEqual(['echo']);
    },
  );

  it('is refused in a result by an error that names the setting, and the server goes on', async () => {
    const attacked = await startRoomy();
    const attack = attacked.attack('keys', { count: COUNT });
    expect(await callMeanwhile(attacked, attack)).toBeLessThan(PATIENCE_MS);
    expect(await attack).toContain('more than 50000 values. resultValues in its config entry sets the limit');
    expect(await attacked.attack('echo', { text: 'still here' })).toBe('still here');
    expect(attacked.reached()).toEqual(['keys', 'echo']);
  });

  it('does not keep out a result that is large for a reason', async () => {
    const { client } = await startAttacked();
    const { content } = await client.callTool({ name: 'hostile__picture', arguments: { length: 7_000_000 } });
    const [image] = content as readonly { readonly data: string }[];
    expect(image?.data.length).toBe(7_000_000);
  });

  it('is taken where the config of the server says so', async () => {
    const { client } = await startAttacked({ resultValues: 300_000 });
    const { structuredContent } = await client.callTool({ name: 'hostile__keys', arguments: { count: 150_000 } });
    expect(Object.keys(structuredContent as object)).toHaveLength(150_000);
  });
});

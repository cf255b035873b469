import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { programArgs, runNode } from './fixtures/process.ts';

/** A folder for temporary files, to detect files that the program leaves behind. */
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-main-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A client that cannot ask its user, connected to the program over stdio. */
async function startOnStdio(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: programArgs('--emulator', ...args),
    env: { PATH: process.env['PATH'] ?? '', TMPDIR: folder, ...env },
    stderr: 'pipe',
  });
  const problems: Error[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' });
  client.onerror = (error) => problems.push(error);
  // With `stderr: 'pipe'` this is always a stream.
  const stderr = text(transport.stderr as Readable);
  await client.connect(transport);
  return {
    client,
    folder,
    /** Ends the program. Returns its stderr. */
    end: async (): Promise<string> => {
      const pid = transport.pid ?? 0;
      await client.close();
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
      expect(await readdir(folder)).toEqual([]);
      // A line on stdout that is not a protocol message would cause a client error.
      expect(problems).toEqual([]);
      return stderr;
    },
  };
}

describe('toolmark-cloudbase', () => {
  it('serves the emulator on stdin and stdout, and removes its files when the client disconnects', async () => {
    const { client, folder, end } = await startOnStdio([]);
    expect((await client.listTools()).tools).toHaveLength(36);
    const written = await client.callTool({ name: 'createTempFile', arguments: { content: 'Kept until the end.' } });
    expect(written.structuredContent).toMatchObject({ filePath: expect.stringContaining(folder), fileSize: 19 });
    const { structuredContent } = await client.callTool({ name: 'listCollections', arguments: {} });
    expect(structuredContent).toMatchObject({ total: 2 });
    expect(await end()).toBe('');
  });

  it('can sign out of the emulator and in again', async () => {
    const { client, end } = await startOnStdio([]);
    const call = async (name: string) => (await client.callTool({ name, arguments: {} })).structuredContent;
    expect(await call('logout')).toMatchObject({ wasSignedIn: true, endedAtTencent: true });
    expect(await client.callTool({ name: 'getEnvInfo', arguments: {} })).toMatchObject({ isError: true });
    expect(await call('login')).toMatchObject({ signedIn: false, userCode: expect.any(String) });
    await end();
  });

  it('logs each call without its arguments if enabled', async () => {
    const { client, end } = await startOnStdio(['--verbose']);
    await client.callTool({ name: 'checkCollectionExists', arguments: { collectionName: 'secret-plans' } });
    await client.callTool({ name: 'describeCollection', arguments: { collectionName: 'secret-plans' } });
    expect((await end()).split('\n')).toEqual([
      expect.stringMatching(/^toolmark-cloudbase: checkCollectionExists: ok, \d+ ms$/),
      expect.stringMatching(/^toolmark-cloudbase: describeCollection: error \(NOT_FOUND\), \d+ ms$/),
      '',
    ]);
  });

  it('uses the language of the user', async () => {
    const { client, end } = await startOnStdio([], { TCB_LANG: 'zh', LANG: 'en_US.UTF-8' });
    const { tools } = await client.listTools();
    expect(tools[0]?.title).toBe('登录云开发');
    await end();
  });

  it('does not ask with --unattended, prints a warning, and declares the tools destructive', async () => {
    const args = { collectionName: 'todos', query: '{"_id":"todo-1"}', update: '{"$set":{"done":true}}' };
    const attended = await startOnStdio([]);
    const hintOf = async (client: Client) =>
      (await client.listTools()).tools.find(({ name }) => name === 'updateDocuments')?.annotations?.destructiveHint;
    expect(await hintOf(attended.client)).toBe(false);
    expect(await attended.client.callTool({ name: 'updateDocuments', arguments: args })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('this client cannot ask') }],
    });
    expect(await attended.end()).toBe('');

    const unattended = await startOnStdio(['--unattended']);
    expect(await hintOf(unattended.client)).toBe(true);
    const { structuredContent } = await unattended.client.callTool({ name: 'updateDocuments', arguments: args });
    expect(structuredContent).toMatchObject({ modifiedCount: 1 });
    expect(await unattended.end()).toBe(
      'toolmark-cloudbase: unattended: data is overwritten and deleted without asking; 9 tools declare that they are destructive.\n',
    );
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves over HTTP until %s, which also closes open questions',
    async (signal) => {
      const folder = await temporaryFolder();
      const child = spawn(process.execPath, programArgs('--emulator', '--http', '0'), {
        env: { PATH: process.env['PATH'], TMPDIR: folder },
        stdio: 'pipe',
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      expect(line).toMatch(/^toolmark-cloudbase ready http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      const client = new Client({ name: 'test', version: '1.0.0' });
      await client.connect(new StreamableHTTPClientTransport(new URL(line.replace('toolmark-cloudbase ready ', ''))));
      const waiting = client
        .callTool({ name: 'interactiveDialog', arguments: { type: 'clarify', message: 'Which colour?' } })
        .catch((error: unknown) => error);
      const [said] = (await once(createInterface(child.stderr), 'line')) as [string];
      const page = said.slice(said.indexOf('http'));
      expect(await (await fetch(page)).text()).toContain('Which colour?');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([0, null]);
      await waiting;
      await expect(fetch(page)).rejects.toThrow('fetch failed');
      expect(await readdir(folder)).toEqual([]);
      await client.close();
    },
  );

  it('reports missing keys as a tool error, without crashing', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = { TOOLMARK_HOME: '/nonexistent' };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: programArgs(), env, stderr: 'inherit' }),
    );
    const { isError, content } = await client.callTool({ name: 'listEnvs', arguments: {} });
    expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining('You are not signed in.')]);
    await client.close();
  });

  it('prints its help', async () => {
    expect(await runNode(programArgs('--help'))).toMatchObject({
      stdout: expect.stringMatching(/^toolmark-cloudbase: an MCP server.*\n\nUsage: /),
    });
  });

  it.each([
    [['--emulator', '--env', 'e-1'], /^toolmark-cloudbase: --env and --emulator exclude each other: [^\n]*\n$/],
    [['--workspace', '/nonexistent'], /^toolmark-cloudbase: --workspace: there is no folder \/nonexistent\.\n$/],
    [['login', '--lang', 'fr'], /^toolmark-cloudbase: --lang knows en and zh, not 'fr'\.\n$/],
  ])('refuses %j in one line', async (args, stderr) => {
    expect(await runNode(programArgs(...args))).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(stderr),
    });
  });
});

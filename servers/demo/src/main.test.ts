import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { createDirectory } from './fixtures/playground.ts';
import { programArgs, startProgram } from './fixtures/process.ts';
import { createClient, type Era } from './fixtures/wires.ts';

const ERAS: readonly Era[] = ['legacy', 'modern'];
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('toolmark-demo', () => {
  it.each(ERAS)('speaks on stdin and stdout in the %s era, and exits with its client', async (era) => {
    await using temporary = await createDirectory();
    const client = createClient(era);
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: programArgs('--dir', temporary.path),
      stderr: 'inherit',
    });
    await client.connect(transport);
    const { pid } = transport;
    expect(client.getServerVersion()).toMatchObject({ name: 'toolmark-demo', version });
    expect((await client.listTools()).tools).toHaveLength(15);
    const { structuredContent } = await client.callTool({ name: 'create_note', arguments: { title: 'Hello' } });
    expect(structuredContent).toMatchObject({ id: expect.stringMatching(/^hello-[a-z0-9]{4}$/), version: 1 });
    await client.close();
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    expect(await readdir(join(temporary.path, 'notes'))).toHaveLength(5);
  });

  it('prints nothing else on stdout, even for invalid input', async () => {
    await using temporary = await createDirectory();
    await using program = startProgram(['--dir', temporary.path]);
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    program.child.stdin?.write(`rubbish\n${JSON.stringify(initialize)}\n`);
    expect(JSON.parse(await program.firstLine)).toMatchObject({ id: 1, result: { serverInfo: { version } } });
    program.child.stdin?.end();
    const { code, stdout } = await program.ended;
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('serves HTTP in both eras until %s', async (signal) => {
    await using temporary = await createDirectory();
    await using program = startProgram(['--http', '0', '--dir', temporary.path]);
    const line = await program.firstLine;
    expect(line).toMatch(/^toolmark-demo ready http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    const url = new URL(line.replace('toolmark-demo ready ', ''));
    for (const era of ERAS) {
      const client = createClient(era);
      await client.connect(new StreamableHTTPClientTransport(url));
      expect((await client.listTools()).tools).toHaveLength(15);
      await client.close();
    }
    program.child.kill(signal);
    expect(await program.ended).toEqual({ code: 0, stdout: `${line}\n`, stderr: '' });
  });

  it('exits on a signal while it serves stdin', async () => {
    await using temporary = await createDirectory();
    await using program = startProgram(['--dir', temporary.path]);
    program.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await program.firstLine;
    program.child.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0 });
  });

  it('keeps its notes under TOOLMARK_HOME', async () => {
    await using temporary = await createDirectory();
    await using program = startProgram([], { TOOLMARK_HOME: temporary.path });
    program.child.stdin?.end();
    expect(await program.ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readdir(join(temporary.path, 'demo', 'notes'))).toHaveLength(4);
  });

  it.each([
    ['--help', /^toolmark-demo: a playground MCP server.*\n\nUsage: /],
    ['--version', new RegExp(`^${version}\n$`)],
  ])('%s', async (option, expected) => {
    await using program = startProgram([option]);
    expect(await program.ended).toEqual({ code: 0, stdout: expect.stringMatching(expected), stderr: '' });
  });

  it('rejects an invalid command line in one line', async () => {
    await using program = startProgram(['--prot', '1']);
    const stderr = "toolmark-demo: Unknown option '--prot'. See toolmark-demo --help.\n";
    expect(await program.ended).toEqual({ code: 2, stdout: '', stderr });
  });

  it.each([[[]], [['--http', '0']]])('rejects a directory that is not its own in one line: %j', async (options) => {
    await using temporary = await createDirectory();
    await writeFile(join(temporary.path, 'thesis.tex'), '');
    await using program = startProgram([...options, '--dir', temporary.path]);
    const stderr = expect.stringMatching(/^toolmark-demo: The directory .* has other things in it; [^\n]*\.\n$/);
    expect(await program.ended).toEqual({ code: 2, stdout: '', stderr });
  });

  it('reports in one line where it cannot create its directory', async () => {
    await using temporary = await createDirectory();
    await writeFile(join(temporary.path, 'file'), '');
    await using program = startProgram(['--dir', join(temporary.path, 'file')]);
    const stderr = expect.stringMatching(/^toolmark-demo: cannot use [^\n]*file: EEXIST[^\n]*\n$/);
    expect(await program.ended).toEqual({ code: 2, stdout: '', stderr });
  });

  it('reports in one line that the port is in use, and leaves no files behind', async () => {
    await using temporary = await createDirectory();
    await using first = startProgram(['--http', '0', '--dir', join(temporary.path, 'first')]);
    const port = new URL((await first.firstLine).replace('toolmark-demo ready ', '')).port;
    await using second = startProgram(['--http', port, '--dir', join(temporary.path, 'second')]);
    const stderr = `toolmark-demo: port ${port} is in use; give another with --http PORT, or 0 for any free one.\n`;
    expect(await second.ended).toEqual({ code: 2, stdout: '', stderr });
    expect(await readdir(temporary.path)).toEqual(['first']);
  });
});

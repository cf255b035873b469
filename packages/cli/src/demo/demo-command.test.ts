import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approvalListSchema, demoSchema } from '@toolmark/api-contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROGRAM, runDemo, startPlayground } from '../fixtures/demo-terminal.ts';
import { askGateway } from '../fixtures/running-gateway.ts';

/** The programs start from their sources, which is slow. */
const LONG = { timeout: 60_000 };
const QUESTION = 'Delete the note? [y/N] ';

describe('toolmark demo with a running gateway', LONG, () => {
  it.each([
    ['y', 0, 'Approved on the command line. Deleted note', 'Its note is gone, because a person said yes.'],
    ['n', 0, 'Denied on the command line, so it was not called.', 'Its note is still there'],
    ['', 0, 'Denied on the command line, so it was not called.', 'Its note is still there'],
  ])('asks before anything is deleted, and handles %j', async (typed, code, outcome, end) => {
    const { data } = await startPlayground();
    const terminal = runDemo(['--fast', '--data', data], true);
    await terminal.until(QUESTION);
    expect(terminal.stderr()).toContain('"id": "written-by-the-demo');
    terminal.type(`${typed}\n`);
    expect(await terminal.ended).toBe(code);
    const said = terminal.stdout();
    expect(said).toContain(' 1  An agent looks at which notes there are. That only reads.\n    ✓ ◉ list_notes, read\n');
    expect(said).toContain('    ✓ + create_note, additive\n');
    expect(said).toContain('    ⊘ ▲ purge_drafts, destructive\n      Held: ');
    expect(said.match(/^ ?\d+ {2}/gm)).toHaveLength(12);
    for (const text of [outcome, end, `toolmark calls --session `, `--data ${data}`, '/#link='])
      expect(said).toContain(text);
  });

  it('accepts an answer from the page, and says so', async () => {
    const { data, answer } = await startPlayground();
    const terminal = runDemo(['--fast', '--data', data], true);
    await terminal.until(QUESTION);
    const { stdout } = await askGateway(['approvals', '--json', '--data', data]);
    const [waiting] = approvalListSchema.parse(JSON.parse(stdout)).approvals;
    expect(await answer(waiting?.id ?? '', 'approve')).toBe(200);
    expect(await terminal.ended).toBe(0);
    expect(terminal.stdout()).toContain('Approved on the page. Deleted note');
    expect(terminal.stderr().endsWith(`${QUESTION}\n`)).toBe(true);
  });

  it('stops the demo on Ctrl-C', async () => {
    const { data } = await startPlayground();
    const terminal = runDemo(['--fast', '--data', data], true);
    await terminal.until(QUESTION);
    terminal.interrupt();
    expect(await terminal.ended).toBe(130);
    expect(terminal.stderr()).toContain('Interrupted.');
    const { stdout } = await askGateway(['approvals', '--json', '--data', data]);
    expect(JSON.parse(stdout)).toMatchObject({ total: 0 });
  });

  it('follows a demo that is already running, and leaves it running', async () => {
    const { data } = await startPlayground();
    const first = runDemo(['--fast', '--data', data], true);
    await first.until(QUESTION);
    const second = runDemo(['--fast', '--data', data], true);
    await second.until(QUESTION);
    expect(second.stdout()).toContain('The demo is already running.');
    second.interrupt();
    expect(await second.ended).toBe(130);
    first.type('y\n');
    expect(await first.ended).toBe(0);
  });

  it('prints the outcome as JSON', async () => {
    const policy = { rules: [{ tool: 'delete_note', decision: 'allow' }] };
    const { data } = await startPlayground({ policy });
    const terminal = runDemo(['--fast', '--json', '--data', data], false);
    expect(await terminal.ended).toBe(0);
    const demo = demoSchema.parse(JSON.parse(terminal.stdout()));
    expect([demo.state, demo.steps.at(-2)?.state]).toEqual(['done', 'ok']);
  });

  it('prints where to answer without a terminal to ask in, and does not wait forever', async () => {
    const { data } = await startPlayground();
    const terminal = runDemo(['--fast', '--wait', '1', '--data', data], false);
    expect(await terminal.ended).toBe(1);
    expect(terminal.stderr()).toMatch(
      /Waiting for an answer within 1s, on the page or with\n {6}toolmark approvals approve [\w-]+ --data .*\nThere was no answer within 1s\.\n/,
    );
    // A link would sign in anyone who reads the log.
    expect(terminal.stdout()).not.toContain('#link');
  });

  it('says why the demo cannot run', async () => {
    const { data } = await startPlayground({
      mcpServers: { demo: { command: 'toolmark', args: ['demo-server'], disabled: true } },
    });
    const terminal = runDemo(['--data', data], false);
    expect(await terminal.ended).toBe(2);
    expect(terminal.stderr()).toContain('which is disabled in');
  });
});

/** The program itself, without a terminal. */
function start(args: readonly string[], home: string) {
  const child = spawn(process.execPath, [...PROGRAM, 'demo', ...args], {
    env: { ...process.env, TOOLMARK_HOME: home, NO_COLOR: '1' },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
    });
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) };
}

async function emptyHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'toolmark-cli-demo-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
}

describe('toolmark demo without a running gateway', LONG, () => {
  const folderIn = (text: string): string => /--data (\S+)/.exec(text)?.[1] ?? '';

  it('starts its own, which others can use too, and leaves nothing behind', async () => {
    const { child, said, ended } = start(['--fast'], await emptyHome());
    child.stdin.end();
    await expect.poll(() => folderIn(said.stderr), { timeout: 40_000 }).not.toBe('');
    const folder = folderIn(said.stderr);
    expect(existsSync(join(folder, 'toolmark.json'))).toBe(true);
    const id = /approve (\S+)/.exec(said.stderr)?.[1] ?? '';
    expect((await askGateway(['approvals', 'deny', id, '--data', folder])).code).toBe(0);
    expect(await ended).toBe(0);
    expect(said.stdout).toContain('Its note is still there');
    expect(said.stdout).toContain('To try it with your own servers: toolmark serve');
    expect(existsSync(folder)).toBe(false);
  });

  it('cleans up on Ctrl-C', async () => {
    const { child, said, ended } = start(['--fast'], await emptyHome());
    await expect.poll(() => folderIn(said.stderr), { timeout: 40_000 }).not.toBe('');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(existsSync(folderIn(said.stderr))).toBe(false);
  });

  it('answers a client that starts it as a server, instead of hanging', async () => {
    const { child, said, ended } = start([], await emptyHome());
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`);
    expect(await ended).toBe(2);
    expect(said).toEqual({
      stdout: '',
      stderr:
        'toolmark demo is the demonstration; the server is toolmark demo-server. Change the config that started this.\n',
    });
  });
});

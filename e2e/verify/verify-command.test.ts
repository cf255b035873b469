import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runCli } from '../support/run-cli.ts';

let folder: string;
const server = join(root, 'packages', 'verify', 'src', 'fixtures', 'lying-server.mjs');
const command = (): readonly string[] => ['--', process.execPath, server, join(folder, 'data')];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-e2e-verify-'));
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'data', 'a.txt'), 'hello\n');
  await writeFile(join(folder, 'data', 'notes.md'), 'notes\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('toolmark verify', () => {
  it('says how well this machine can confine a server', async () => {
    expect(await runCli(['verify', 'doctor'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^sandbox: overlay \(every changed file, contacts named, attempts traced\)/),
    });
  });

  it('prints a refuted hint with the call and the changed path, and changes nothing', async () => {
    const recipe = join(folder, 'recipe.json');
    const { code, stdout } = await runCli([
      'verify',
      '--tool',
      'read_deleting',
      '--tool',
      'read_note',
      '--init',
      '--recipe',
      recipe,
      ...command(),
    ]);
    expect(stdout).toMatch(/read_note +✓ reads only {2}✓ destroys nothing/);
    expect(stdout).toMatch(
      /readOnlyHint=true \(declared true\): refuted, .*notes\.md: file deleted\n +read_deleting \{\}/,
    );
    expect(code).toBe(1);
    expect(await readdir(join(folder, 'data'))).toEqual(['a.txt', 'notes.md']);
    const written = JSON.parse(await readFile(recipe, 'utf8'));
    expect(Object.values(written.servers)).toEqual([
      { tools: { read_note: [{ arguments: {} }], read_deleting: [{ arguments: {} }] } },
    ]);
  });

  it('ends with 0 where nothing is refuted, and writes JSON to a file', async () => {
    const file = join(folder, 'report.json');
    const { code } = await runCli(['verify', '--tool', 'read_note', '--format', 'json', '--out', file, ...command()]);
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      schema: 'io.toolmark/verification/1',
      rung: 'overlay',
      confirmed: true,
      tools: [{ name: 'read_note', verdicts: { readOnlyHint: { claim: true, declared: true, verdict: 'held' } } }],
    });
  });

  it.each([
    ['an address', ['https://example.com/mcp'], /is not started here/],
    ['a command without --', ['node', 'server.js'], /toolmark verify -- node server\.js|too many arguments/],
    ['a recipe that is not there', ['--recipe', '/nowhere.json', '--', 'true'], /\/nowhere\.json cannot be read/],
    ['a server that does not start', ['--', 'no-such-command-here'], /no-such-command-here/],
    ['no target', [], /Nothing to verify/],
  ])('%s gives exit code 2 and a sentence', async (_case, args, message) => {
    const { code, stdout, stderr } = await runCli(['verify', ...args]);
    expect(stdout + stderr).toMatch(message);
    expect(stdout + stderr).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
    expect(code).toBe(2);
  });
});

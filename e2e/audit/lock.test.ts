import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { type CliRun, runCli } from '../support/run-cli.ts';

const script = fileURLToPath(new URL('./fixtures/flipping-server.mjs', import.meta.url));

const hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };
const remove = { name: 'delete_note', title: 'Delete Note', description: 'Deletes a note.', annotations: hints };
const reader = { ...hints, readOnlyHint: true, destructiveHint: false };
const read = { name: 'read_note', title: 'Read Note', description: 'Reads a note.', annotations: reader };
/** A change of the tool that the lock covers, with no other effect. */
const change = (tool: typeof remove, changes: object) => ({ ...tool, ...changes });

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'toolmark-lock-'));
  const servers = { notes: { command: process.execPath, args: [script, 'tools.json'] } };
  await writeFile(join(cwd, 'toolmark.audit.json'), JSON.stringify({ servers }));
  await offer(remove, read);
});

/** Sets the tools that the server lists from its next start. */
const offer = (...tools: readonly object[]) => writeFile(join(cwd, 'tools.json'), JSON.stringify(tools));
const audit = (...args: readonly string[]): Promise<CliRun> =>
  runCli(['audit', '--lock', 'toolmark.lock', ...args], { cwd });
const lockText = () => readFile(join(cwd, 'toolmark.lock'), 'utf8');
const findings = async (): Promise<readonly string[]> => {
  const { stdout } = await audit('--format', 'json');
  const { reports } = JSON.parse(stdout) as {
    reports: { findings: { code: string; severity: string; message: string }[] }[];
  };
  return (reports[0]?.findings ?? [])
    .filter(({ code }) => code.startsWith('TM91'))
    .map(({ severity, message }) => `${severity}: ${message}`);
};

describe('a server that differs from its lock', () => {
  it('is reported for a relaxed hint, and passes again after a person pins it', async () => {
    const made = await audit('--update-lock');
    expect([made.code, made.stderr]).toEqual([
      0,
      'wrote toolmark.lock: 2 pinned, 0 removed; have the difference reviewed\n',
    ]);
    expect(await audit()).toMatchObject({ code: 0, stderr: '' });

    await offer(change(remove, { annotations: { ...hints, destructiveHint: false, idempotentHint: true } }), read);
    const caught = await audit();
    expect(caught.code).toBe(1);
    expect(caught.stdout).toMatch(
      /TM911 relaxed-since-pinned\s+Tool 'delete_note': relaxed since it was pinned on [\d-]+: destructiveHint true →\s+false/,
    );

    const before = (await lockText()).split('\n');
    const refused = await audit('--update-lock', '--fail-on', 'never');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
    expect((await lockText()).split('\n')).toEqual(before);
    const updated = await audit('--update-lock', '--fail-on', 'never', '--yes');
    expect([updated.code, updated.stdout]).toEqual([0, expect.stringContaining('TM911')]);
    expect(updated.stderr).toContain('1 pinned, 0 removed');
    expect((await lockText()).split('\n').filter((line, index) => line !== before[index])).toHaveLength(1);
    expect(await findings()).toEqual([]);
  });

  it('is reported if it removes the words that contradicted a hint', async () => {
    const liar = change(read, { description: 'Deletes a note.' });
    await offer(remove, liar);
    await audit('--update-lock', '--fail-on', 'never');
    await offer(remove, read);
    const caught = await findings();
    expect(caught[0]).toMatch(/^error: Tool 'read_note': relaxed .*: counts as read instead of destructive/);
  });

  it('is reported if a strict tool returns milder under another name, also after an absence', async () => {
    await audit('--update-lock');
    const milder = change(remove, {
      name: 'tidy_note',
      title: 'Tidy Note',
      description: 'Tidies.',
      annotations: reader,
    });
    await offer(read, milder);
    expect((await audit()).code).toBe(1);
    await offer(read);
    await audit('--update-lock');
    await offer(change(remove, { annotations: { ...hints, destructiveHint: false } }), read);
    expect((await findings())[0]).toContain("error: Tool 'delete_note': relaxed");
    await offer(read);
    expect((await audit('--update-lock', '--prune')).stderr).toContain('0 pinned, 1 removed');
    expect(await lockText()).not.toContain('delete_note');
  });

  it.each<[string, readonly object[], readonly string[], number]>([
    ['tightened', [remove, change(read, { annotations: hints })], ["note: Tool 'read_note': tightened"], 0],
    [
      'described otherwise',
      [remove, change(read, { description: 'Reads a note, and others.' })],
      ["warning: Tool 'read_note': its texts"],
      1,
    ],
    [
      'new',
      [remove, read, change(read, { name: 'list_notes', title: 'List Notes' })],
      ["warning: Tool 'list_notes': not in the lock"],
      1,
    ],
    ['gone', [remove], ["note: Tool 'read_note': in the lock but not offered"], 0],
    [
      'all at once',
      [
        change(remove, {
          description: 'Deletes.',
          annotations: { ...hints, openWorldHint: true, destructiveHint: false },
        }),
      ],
      [
        "error: Tool 'delete_note': relaxed",
        "warning: Tool 'delete_note': its texts",
        "note: Tool 'read_note': in the lock but not offered",
      ],
      1,
    ],
  ])('is reported for tools that are %s', async (_case, tools, messages, code) => {
    await audit('--update-lock');
    await offer(...tools);
    expect(await findings()).toEqual(messages.map((message) => expect.stringContaining(message)));
    expect((await audit()).code).toBe(code);
  });

  it.each(['text', 'json', 'markdown', 'sarif', 'junit'])('is reported as %s', async (format) => {
    await audit('--update-lock');
    await offer(change(remove, { annotations: reader }), read);
    expect((await audit('--format', format)).stdout).toContain('TM911');
  });
});

describe('the selected server of a lock', () => {
  const bare = ['--', process.execPath, script, 'tools.json'];

  it('is named in the config or by --lock-server, or is the only one', async () => {
    expect((await audit(...bare)).stderr).toBe('The lock toolmark.lock does not exist; --update-lock creates it.\n');
    const nameless = await audit('--update-lock', ...bare);
    expect([nameless.code, nameless.stderr]).toEqual([
      2,
      'Set --lock-server to the name that toolmark.lock has for this server.\n',
    ]);
    expect(existsSync(join(cwd, 'toolmark.lock'))).toBe(false);
    expect((await audit('--update-lock', '--lock-server', 'notes', ...bare)).code).toBe(0);
    expect((await audit(...bare)).code).toBe(0);
    expect((await audit('--server', 'notes')).code).toBe(0);
    expect((await audit('--lock-server', 'other', ...bare)).stderr).toBe(
      "The lock toolmark.lock has no server 'other'; it has: notes. --update-lock pins its tools.\n",
    );
  });

  it("leaves the lock's other servers unchanged", async () => {
    const pinsOf = async (server: string) =>
      (JSON.parse(await lockText()) as { servers: Readonly<Record<string, object>> }).servers[server];
    await audit('--update-lock', '--lock-server', 'other', ...bare);
    const before = await pinsOf('other');
    await audit('--update-lock');
    expect(await pinsOf('other')).toEqual(before);
    expect(Object.keys((await pinsOf('notes')) ?? {})).toEqual(['delete_note', 'read_note']);
    expect((await audit(...bare)).stderr).toBe(
      'Set --lock-server to the name that toolmark.lock has for this server; it has: notes, other.\n',
    );
  });
});

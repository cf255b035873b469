import { writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { EMPTY_LOCK, err, type Lock, ok, printLock, type ServerPins } from '@toolmark/annotations';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeLockFile } from './audit-lock-file.ts';
import { updateLock } from './audit-lock-update.ts';
import { createIo } from './fixtures/ask.ts';
import { server, toolmark } from './fixtures/toolmark.ts';

let cwd: string;
let file: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'toolmark-lock-'));
  file = join(cwd, 'a.lock');
});
const lockText = () => readFile(file, 'utf8');
const update = (tools: readonly object[], ...flags: readonly string[]) =>
  toolmark(['audit', '--lock', 'a.lock', '--lock-server', 'n', '--update-lock', ...flags, '--', ...server(...tools)], {
    cwd,
  });
const purge = (annotations: object, description = 'Purges the drafts.') => ({
  name: 'purge',
  description,
  inputSchema: { type: 'object' },
  annotations,
});
const strict = purge({ readOnlyHint: false, destructiveHint: true });

describe('toolmark audit --update-lock', () => {
  it.each([
    ['hints', purge({ readOnlyHint: false, destructiveHint: false }), strict, 'destructiveHint true → false'],
    [
      'words',
      purge({ readOnlyHint: true }, 'Gets the drafts.'),
      purge({ readOnlyHint: true }, 'Deletes the drafts.'),
      'no longer contradict readOnlyHint',
    ],
  ])('does not pin a tool with relaxed %s without confirmation', async (_case, now, then, what) => {
    const named = (tool: typeof then) => ({ ...tool, name: 'drafts' });
    await update([named(then)]);
    const before = await lockText();
    const refused = await update([named(now)], '--fail-on', 'never');
    expect([refused.code, await lockText(), await readdir(cwd)]).toEqual([1, before, ['a.lock']]);
    expect(refused.stderr).toContain(
      "a.lock was not written: 1 tool allows more than before, and there is no terminal to ask in: n: Tool 'drafts': relaxed",
    );
    expect(refused.stderr).toContain(what);
    expect(refused.stderr).toContain('add --yes');
    const agreed = await update([named(now)], '--fail-on', 'never', '--yes');
    expect([agreed.code, agreed.stderr]).toEqual([
      0,
      'wrote a.lock: 1 pinned, 0 removed; have the difference reviewed\n',
    ]);
  });

  it('writes the class and contradictions beside the hints', async () => {
    await update([purge({ readOnlyHint: true })]);
    expect(await lockText()).toContain('"class": "destructive", "contradicted": ["readOnlyHint"]');
  });

  it('keeps a tool that is not offered any more, unless it is told to remove it', async () => {
    await update([strict]);
    const before = await lockText();
    expect((await update([])).stderr).toBe('a.lock is up to date\n');
    expect(await lockText()).toBe(before);
    expect((await update([purge({ readOnlyHint: true, destructiveHint: false })])).code).toBe(1);
    expect((await update([], '--prune')).stderr).toContain('wrote a.lock: 0 pinned, 1 removed');
    expect(await lockText()).not.toContain('purge');
  });

  it('does not report the tools of a new server, but a new tool of a known one', async () => {
    expect((await update([])).code).toBe(0);
    const { code, stdout } = await update([strict], '--fail-on', 'warning');
    expect([code, stdout.includes('TM914')]).toEqual([1, true]);
  });

  it.skipIf(process.platform === 'win32')('keeps symbolic links and the file mode', async () => {
    const real = join(cwd, 'real.lock');
    await writeFile(real, '{"version":1,"servers":{}}');
    await chmod(real, 0o640);
    await symlink('real.lock', file);
    await update([]);
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    expect(await readFile(real, 'utf8')).toContain('list_notes');
    expect(await readdir(cwd)).toEqual(['a.lock', 'real.lock']);
  });
});

describe('confirmation by a person', () => {
  const hints = (destructive: boolean) =>
    `readOnly=false destructive=${destructive} idempotent=absent openWorld=absent`;
  const print = (isDestructive: boolean) => ({ hints: hints(isDestructive), prose: 'a'.repeat(64) });
  const pinned = (isDestructive: boolean): Lock => ({
    servers: new Map([['n', new Map([['purge', { ...print(isDestructive), pinnedAt: '2026-11-16T05:00:00Z' }]])]]),
  });
  const offers = new Map([['n', [['purge', print(false)] as const]]]);
  /** Opens the lock as it was, and answers with the given input. */
  const answer = async (lock: Lock, typed: string) => {
    const { io, written } = createIo({ cwd, isTTY: true, typed: Readable.from([typed]) });
    const opened = { name: 'a.lock', file, lock, serverOf: () => 'n', pinsOf: () => undefined };
    const done = await updateLock(opened, offers, {}, io);
    return { done, stderr: written().stderr };
  };

  it('shows what is relaxed, and writes after a yes', async () => {
    await writeFile(file, printLock(pinned(true)));
    const { done, stderr } = await answer(pinned(true), 'y\n');
    expect(done).toEqual(ok('wrote a.lock: 1 pinned, 0 removed; have the difference reviewed'));
    expect(stderr).toBe(
      "n: Tool 'purge': relaxed since it was pinned on 2026-11-16: destructiveHint true → false\n" +
        'Pin 1 tool that allows more than before in a.lock? [y/N] ',
    );
  });

  it('writes nothing after a no', async () => {
    await writeFile(file, printLock(pinned(true)));
    const { done } = await answer(pinned(true), 'n\n');
    expect(done).toEqual(err({ code: 1, message: 'a.lock was not written.' }));
    expect(await lockText()).toBe(printLock(pinned(true)));
  });

  it('refuses if someone else changed the lock after it was shown', async () => {
    await writeFile(file, printLock(pinned(true)));
    const { done } = await answer(pinned(false), 'y\n');
    const message = 'The lock a.lock was not written: it was changed in the meantime; check the tools again.';
    expect(done).toEqual(err({ code: 2, message }));
    expect(await lockText()).toBe(printLock(pinned(true)));
  });

  it('keeps changes that someone else made to other servers', async () => {
    const others: Lock = { servers: new Map<string, ServerPins>([...pinned(false).servers, ['other', new Map()]]) };
    await writeFile(file, printLock(others));
    expect((await answer(EMPTY_LOCK, '')).done).toEqual(ok('a.lock is up to date'));
    expect(await lockText()).toBe(printLock(others));
  });
});

describe('changeLockFile', () => {
  it('waits for its turn, and changes the then current file', async () => {
    await writeFile(`${file}.lock`, 'somebody else');
    const seen: (string | undefined)[] = [];
    const change = changeLockFile(file, (text) => {
      seen.push(text);
      return ok(`${text}!`);
    });
    await writeFile(file, 'theirs');
    await unlink(`${file}.lock`);
    expect(await change).toEqual(ok(undefined));
    expect([seen, await lockText(), await readdir(cwd)]).toEqual([['theirs'], 'theirs!', ['a.lock']]);
  });

  it('writes nothing if its turn was taken away', async () => {
    await writeFile(file, 'before');
    const lost = await changeLockFile(file, () => {
      // Another process treats a lock that is held too long as stale.
      writeFileSync(`${file}.lock`, 'somebody else');
      return ok('after');
    });
    expect([lost.ok, await lockText(), await readdir(cwd)]).toEqual([false, 'before', ['a.lock', 'a.lock.lock']]);
  });
});

import { chmod, mkdtemp, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok } from '@toolmark/annotations';
import { describe, expect, it, vi } from 'vitest';
import * as lockFiles from '../../../../base/src/state/lock-file.ts';
import { toolOf } from './fixtures/hints-world.ts';
import { accept, holdsOf, job, open, standingOf } from './fixtures/standing-setup.ts';

vi.mock('../../../../base/src/state/lock-file.ts', { spy: true });

describe('the lock', () => {
  it('edited by hand or pulled with git is taken up', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
    await world.settle();
    const before = world.changes();
    await world.editLock((text) => text.replace('destructive=true', 'destructive=false'));
    await world.settle();
    expect(holdsOf(world)).toEqual([]);
    expect(world.changes()).toBe(before + 1);
  });

  it('that pins a tool as stricter holds it', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: false }));
    await world.settle();
    await world.editLock((text) => text.replace('destructive=false', 'destructive=true'));
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  const withoutJob = (text: string): string => text.replace(/^.*"job".*\n/m, '').replace(/,\n(\s*})/, '\n$1');

  it('that loses a line while the gateway runs gets it back, and the tool is held as before', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }), toolOf('stays'));
    await world.settle();
    const before = await world.readLock();
    world.offer('notes', job({ destructiveHint: false }), toolOf('stays'));
    expect(holdsOf(world)).toEqual(['relaxed']);
    await world.editLock(withoutJob);
    expect(holdsOf(world)).toEqual(['relaxed']);
    await world.settle();
    expect(await world.readLock()).toBe(before);
    expect(world.lines).toEqual([
      expect.stringMatching(/^info: .*toolmark\.lock lacks a tool that it had\. The gateway writes it again\./),
    ]);
  });

  it('that loses a line right before something else is written keeps it, too', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }), toolOf('stays'));
    await world.settle();
    await writeFile(world.lockPath, withoutJob(await world.readLock()));
    world.offer('notes', job({ destructiveHint: false }), toolOf('stays'), toolOf('new'));
    standingOf(world, 'new');
    await world.standings().flush();
    expect(holdsOf(world)).toEqual(['relaxed']);
    expect(await world.readLock()).toMatch(/"job".*destructive=true.*\n.*"new"/);
  });

  it('without a line when the gateway starts has the tool pinned anew', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }), toolOf('stays'));
    await world.settle();
    await world.standings().close();
    await writeFile(world.lockPath, withoutJob(await world.readLock()));
    await world.restart();
    world.offer('notes', job({ destructiveHint: false }), toolOf('stays'));
    expect(holdsOf(world)).toEqual([]);
    await world.settle();
    expect(await world.readLock()).toMatch(/"job".*destructive=false/);
  });

  it('that another process has taken over is not written over', async () => {
    const world = await open();
    world.offer('notes', job({}));
    await world.settle();
    const before = await world.readLock();
    const held = vi
      .spyOn(lockFiles, 'lockFile')
      .mockResolvedValue(ok({ isHeld: async () => false, release: async () => {} }));
    world.offer('notes', job({ destructiveHint: false }));
    expect(await accept(world)).toMatchObject({
      ok: false,
      error: { kind: 'unwritable', message: expect.stringContaining('Another process was writing') },
    });
    held.mockRestore();
    expect(await world.readLock()).toBe(before);
    expect(holdsOf(world)).toEqual(['relaxed']);
  });

  it('that is gone while the gateway runs is written again, with everything that was in it', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    const before = await world.readLock();
    await unlink(world.lockPath);
    await world.settle();
    expect(await world.readLock()).toBe(before);
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual(['relaxed']);
    expect(world.lines).toEqual([expect.stringMatching(/^info: .*toolmark\.lock is gone/)]);
  });

  it('that is gone when the gateway starts pins everything anew', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    await world.standings().close();
    await unlink(world.lockPath);
    await world.restart();
    world.offer('notes', job({ destructiveHint: false }));
    expect(holdsOf(world)).toEqual([]);
  });

  it('that cannot be read ends the start with the file and what to do', async () => {
    const world = await open();
    await writeFile(world.lockPath, '<<<<<<< HEAD\n');
    const problem = await world.restart();
    expect(problem).toContain(`${world.lockPath} cannot be used: git left conflict marks in it`);
    expect(problem).toMatch(/; keep one line for each tool and remove the marks\.$/);
    expect(await world.readLock()).toBe('<<<<<<< HEAD\n');
  });

  it('that breaks while the gateway runs is left alone, told of once, and taken up when it is mended', async () => {
    const world = await open();
    world.offer('notes', job({ destructiveHint: true }));
    await world.settle();
    const good = await world.readLock();
    await world.editLock(() => '{"broken');
    world.offer('notes', job({ destructiveHint: false }), toolOf('new'));
    for (let turn = 0; turn < 3; turn++) await world.settle();
    expect(await world.readLock()).toBe('{"broken');
    expect(holdsOf(world)).toEqual(['relaxed']);
    expect(world.lines).toEqual([expect.stringMatching(/^error: .*toolmark\.lock cannot be used: it /)]);
    await world.editLock(() => good);
    await world.settle();
    expect(await world.readLock()).toMatch(/"job".*destructive=true.*\n.*"new"/);
  });

  it('outside of the data folder has the usual mode, and a link stays one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toolmark-repo-'));
    const lockFile = join(folder, 'toolmark.lock');
    const real = join(folder, 'real.lock');
    await writeFile(real, '{"version":1,"servers":{}}');
    await chmod(real, 0o644);
    await symlink(real, lockFile);
    const world = await open({ lockFile });
    world.offer('notes', job({}));
    await world.settle();
    expect(await readFile(real, 'utf8')).toContain('"job"');
    expect((await stat(lockFile)).mode & 0o077).toBe(0o066 & ~process.umask());
    await world.standings().close();
    await rm(folder, { recursive: true });
  });

  it('shared by two gateways: the first pin wins, and what either pins is there', async () => {
    const [one, dataDir] = [await open(), await mkdtemp(join(tmpdir(), 'toolmark-other-'))];
    const other = await open({ lockFile: one.lockPath, dataDir });
    one.offer('notes', job({ destructiveHint: true }), toolOf('a'));
    other.offer('notes', job({ destructiveHint: false }), toolOf('b'));
    expect(holdsOf(one)).toEqual([]);
    expect(holdsOf(other)).toEqual([]);
    await one.settle();
    await other.settle();
    expect(holdsOf(other)).toEqual(['relaxed']);
    const lock = JSON.parse(await one.readLock());
    expect(Object.keys(lock.servers.notes)).toEqual(['a', 'b', 'job']);
    await accept(other);
    expect(holdsOf(other)).toEqual([]);
    await one.settle();
    expect(one.lines).toEqual([]);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { guardGroup, isGroupAlive, signalGroup } from './process-group.ts';

let leader: ChildProcess;
let pid: number;
beforeEach(async () => {
  leader = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { detached: true, stdio: 'ignore' });
  await once(leader, 'spawn');
  pid = leader.pid ?? 0;
});
afterEach(async () => {
  if (leader.exitCode !== null || leader.signalCode !== null) return;
  leader.kill('SIGKILL');
  await once(leader, 'exit');
});

describe('a process group', () => {
  it('is alive until it is signalled', async () => {
    expect(isGroupAlive(pid)).toBe(true);
    expect(signalGroup(pid, 'SIGTERM')).toBe(true);
    await once(leader, 'exit');
    expect(isGroupAlive(pid)).toBe(false);
    expect(signalGroup(pid, 'SIGTERM')).toBe(false);
  });

  it('is not ended by the guard if the program handles the signal itself', () => {
    const kill = vi.spyOn(process, 'kill');
    const onSignal = vi.fn();
    process.on('SIGHUP', onSignal);
    const release = guardGroup(pid);
    process.emit('SIGHUP', 'SIGHUP');
    release();
    process.off('SIGHUP', onSignal);
    expect(onSignal).toHaveBeenCalledOnce();
    expect(kill).not.toHaveBeenCalled();
    kill.mockRestore();
  });

  it('is no longer watched after the guard is released, and no listener stays behind', () => {
    const counts = () => ['exit', 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => process.listenerCount(event));
    const before = counts();
    const releases = [guardGroup(pid), guardGroup(pid + 1)];
    expect(counts()).toEqual(before.map((count) => count + 1));
    for (const release of [...releases, ...releases]) release();
    expect(counts()).toEqual(before);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atStage, parseInstanceName } from './instance-name.ts';
import { processes } from './processes.ts';

describe('the name of an instance', () => {
  it('identifies its process, its machine and the stage of its journal', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{8}$/);
    const stages = fc.constantFrom(undefined, 'dead', 'done' as const);
    fc.assert(
      fc.property(fc.nat(), hex, fc.stringMatching(/^[0-9a-f]{1,12}$/), stages, (pid, hostHash, random, stage) => {
        const id = `${pid}-${hostHash}-${random}`;
        const name = stage === undefined ? id : atStage(id, stage);
        expect(parseInstanceName(name)).toEqual({ id, pid, hostHash, stage: stage ?? 'live' });
      }),
    );
  });

  it.each(['', 'x', '4711-ab', '4711-0a1b2c3d', 'x-0a1b2c3d-1', '4711-0a1b2c3d-1.gone', '4711-0a1b2c3d-1.dead.done'])(
    'rejects %j',
    (name) => expect(parseInstanceName(name)).toBeUndefined(),
  );
});

describe('a process', () => {
  it('is alive or not', () => {
    expect([process.pid, process.ppid].map(processes.isAlive)).toEqual([true, true]);
    expect([0, -1, 1.5, Number.NaN, 2 ** 30].map(processes.isAlive)).toEqual([false, false, false, false, false]);
  });

  it.runIf(process.platform === 'linux')('reports its start time', () => {
    const began = Date.now() - process.uptime() * 1_000;
    expect(Math.abs((processes.startedAt(process.pid) ?? 0) - began)).toBeLessThan(5_000);
    expect(processes.startedAt(2 ** 30)).toBeUndefined();
  });
});

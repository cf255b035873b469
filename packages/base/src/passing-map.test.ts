import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPassingMap } from './maps.ts';

const key = fc.nat(9);
const step = fc.oneof(
  fc.record({ kind: fc.constant('set'), key, value: fc.nat() }),
  fc.record({ kind: fc.constant('delete'), key }),
  // So many come and go that the rest has to move.
  fc.record({ kind: fc.constant('pass'), count: fc.constantFrom(1, 511, 512, 1_300) }),
);

describe('a map of what comes and goes', () => {
  it('has what a map has, in the same order, however much has passed', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const [passing, map] = [createPassingMap<number, number>(), new Map<number, number>()];
        for (const each of steps) {
          if (each.kind === 'set') {
            passing.set(each.key, each.value);
            map.set(each.key, each.value);
          } else if (each.kind === 'delete') expect(passing.delete(each.key)).toBe(map.delete(each.key));
          else {
            for (let passed = 0; passed < each.count; passed++) {
              passing.set(-1, passed);
              passing.delete(-1);
            }
          }
          expect([passing.size(), passing.entries()]).toEqual([map.size, [...map]]);
        }
        expect([passing.keys(), passing.values()]).toEqual([[...map.keys()], [...map.values()]]);
        for (let known = -1; known < 10; known++) expect(passing.get(known)).toBe(map.get(known));
      }),
      { numRuns: 50 },
    );
  });

  it('lets go of what has left before a full collection, as no map does', () => {
    const [passing = Number.NaN, map = Number.NaN] = grownOld();
    expect(passing).toBeLessThan(map / 10);
  });

  it('can be changed while those that are there are looked at', () => {
    const passing = createPassingMap<number, string>();
    for (let number = 0; number < 2_000; number++) passing.set(number, `${number}`);
    const seen = passing.keys().filter((number) => passing.delete(number));
    expect([seen.length, passing.size(), passing.delete(0)]).toEqual([2_000, 0, false]);
  });
});

/** By how many bytes the memory that only a full collection looks at grows, at most, while things come and go. */
function grownOld(): readonly number[] {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { createPassingMap } from ${JSON.stringify(import.meta.resolve('./maps.ts'))};
    const old = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space').space_used_size;
    const grown = [createPassingMap(), new Map()].map((map) => {
      gc();
      gc();
      const before = old();
      let most = 0;
      for (let number = 0; number < 200_000; number++) {
        map.set(number, { data: new Array(40).fill(number) });
        map.delete(number - 32);
        if (number % 2_000 === 0) most = Math.max(most, old() - before);
      }
      return most;
    });
    console.log(JSON.stringify(grown));
  `;
  const options = ['--expose-gc', '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8', timeout: 60_000 }));
}

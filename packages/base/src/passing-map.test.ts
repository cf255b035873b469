import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPassingMap } from './maps.ts';

const key = fc.nat(9);
const step = fc.oneof(
  fc.record({ kind: fc.constant('set'), key, value: fc.nat() }),
  fc.record({ kind: fc.constant('delete'), key }),
  // Enough short-lived entries to make the map copy the remaining ones into a new map.
  fc.record({ kind: fc.constant('pass'), count: fc.constantFrom(1, 511, 512, 1_300) }),
);

describe('PassingMap', () => {
  it('has the entries of a Map in the same order, however many have passed through', () => {
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

  it('frees deleted entries without a full collection, which a Map does not', () => {
    const [passing = Number.NaN, map = Number.NaN] = oldGenerationGrowth();
    expect(passing).toBeLessThan(map / 10);
  });

  it('can be changed while its keys are being iterated', () => {
    const passing = createPassingMap<number, string>();
    for (let number = 0; number < 2_000; number++) passing.set(number, `${number}`);
    const seen = passing.keys().filter((number) => passing.delete(number));
    expect([seen.length, passing.size(), passing.delete(0)]).toEqual([2_000, 0, false]);
  });
});

/** The most bytes by which the old generation (which only a full collection frees) grows while entries come and go. */
function oldGenerationGrowth(): readonly number[] {
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

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLru } from './maps.ts';

it('behaves like a Map whose keys are re-inserted on every use', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd');
  const move = fc.oneof(
    fc.record({ kind: fc.constant('get' as const), key }),
    fc.record({ kind: fc.constant('set' as const), key, value: fc.nat() }),
    fc.record({ kind: fc.constant('delete' as const), key }),
    fc.record({ kind: fc.constant('clear' as const) }),
  );
  fc.assert(
    fc.property(fc.array(move), (moves) => {
      const lru = createLru<number>();
      const model = new Map<string, number>();
      const put = (at: string, value: number): void => {
        model.delete(at);
        model.set(at, value);
      };
      for (const each of moves) {
        if (each.kind === 'clear') {
          lru.clear();
          model.clear();
        } else if (each.kind === 'delete') {
          lru.delete(each.key);
          model.delete(each.key);
        } else if (each.kind === 'set') {
          lru.set(each.key, each.value);
          put(each.key, each.value);
        } else {
          const known = model.get(each.key);
          expect(lru.get(each.key)).toBe(known);
          if (known !== undefined) put(each.key, known);
        }
        expect(lru.size()).toBe(model.size);
        expect(lru.oldest()).toEqual([...model][0]);
      }
      // Read in order to the end, so that a broken link between entries shows.
      const order: (readonly [string, number])[] = [];
      for (let oldest = lru.oldest(); oldest !== undefined; oldest = lru.oldest()) {
        order.push(oldest);
        lru.delete(oldest[0]);
      }
      expect(order).toEqual([...model]);
    }),
  );
});

import { describe, expect, it } from 'vitest';
import { createProcessInstances } from './process-instances.ts';

describe('the recorders of one process', () => {
  it("know each other's instances", () => {
    const families = createProcessInstances();
    const heard: Record<string, readonly string[]> = {};
    const join = (id: string) =>
      families.join(id, (ids) => {
        heard[id] = ids;
      });
    const one = join('one');
    const two = join('two');
    expect(heard).toEqual({ one: ['one', 'two'], two: ['one', 'two'] });
    two.leave();
    expect(one.ids()).toEqual(['one']);
    expect(heard['one']).toEqual(['one']);
  });
});

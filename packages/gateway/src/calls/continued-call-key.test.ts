import { describe, expect, it } from 'vitest';
import { modernCaller } from '../core/fixtures/caller.ts';
import { continuedCallKey } from './continuations.ts';
import { createCall } from './pipeline.ts';

const call = createCall({
  id: '1',
  seq: 1,
  name: 'x',
  params: { name: 'x' },
  arguments: undefined,
  startedAt: 0,
  caller: modernCaller(),
});

describe('the key of a call that goes on', () => {
  it('is as short for a long state as for a short one, and another one for each, and for none', () => {
    const keys = ['', 'a', `${'a'.repeat(1_000_000)}b`, 'a'.repeat(1_000_000), undefined].map((state) =>
      continuedCallKey(call, state),
    );
    expect(keys.map(({ length }) => length)).toEqual(keys.map(() => 43));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

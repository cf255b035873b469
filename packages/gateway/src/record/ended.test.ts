import { expect, it } from 'vitest';
import { modernCaller } from '../core/fixtures/caller.ts';
import { type Call, createCall } from '../pipeline/call.ts';
import { createEnded } from './ended.ts';

const callOf = (id: string): Call =>
  createCall({
    ...{ id, seq: 1, name: 'notes__read', params: {}, arguments: undefined },
    caller: modernCaller(),
    startedAt: 0,
  });

function setUp(fails?: string) {
  const written: string[] = [];
  const errors: string[] = [];
  const ended = createEnded({
    writeEnd: ({ id }, now) => {
      if (id === fails) throw new Error(`${id} is broken`);
      written.push(`${id} at ${now}`);
    },
    now: () => 7,
    log: { error: (facts) => void errors.push(String(facts['error'])) },
  });
  return { ended, written, errors };
}

it('writes calls down when it is told to, in their order and once', () => {
  const { ended, written } = setUp();
  ended.add(callOf('one'));
  ended.add(callOf('two'));
  expect(written).toEqual([]);
  ended.write();
  ended.write();
  expect(written).toEqual(['one at 7', 'two at 7']);
});

it('has a call that cannot be written down cost the others nothing', () => {
  const { ended, written, errors } = setUp('two');
  for (const id of ['one', 'two', 'three']) ended.add(callOf(id));
  ended.write();
  expect(written).toEqual(['one at 7', 'three at 7']);
  expect(errors).toEqual(['two is broken']);
});

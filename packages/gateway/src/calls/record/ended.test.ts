import { expect, it } from 'vitest';
import type { Call } from '../../model/call.ts';
import { callOf, READ } from '../../record/fixtures/calls.ts';
import { createEnded } from './ended.ts';
import { createNoRecorder } from './no-recorder.ts';

const recorder = createNoRecorder(() => 0);
const named = (id: string): Call => ({ ...callOf(recorder, READ), id });

function setUp(fails?: string) {
  const written: string[] = [];
  const errors: string[] = [];
  const ended = createEnded({
    writeEnd: ({ id }, now) => {
      if (id === fails) throw new Error(`${id} is broken`);
      written.push(`${id} at ${now}`);
    },
    writeRest: () => void written.push('the rest'),
    now: () => 7,
    log: { error: (facts) => void errors.push(String(facts['error'])) },
  });
  return { ended, written, errors };
}

it('writes calls down when it is told to, in their order and once', () => {
  const { ended, written } = setUp();
  ended.add(named('one'));
  ended.add(named('two'));
  expect(written).toEqual([]);
  ended.write();
  ended.write();
  expect(written).toEqual(['one at 7', 'two at 7', 'the rest']);
});

it('has a call that cannot be written down cost the others nothing', () => {
  const { ended, written, errors } = setUp('two');
  for (const id of ['one', 'two', 'three']) ended.add(named(id));
  ended.write();
  expect(written).toEqual(['one at 7', 'three at 7', 'the rest']);
  expect(errors).toEqual(['two is broken']);
});

import type { Demo, DemoStep } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { progressOf } from './demo-progress.ts';

const step = (state: DemoStep['state']): DemoStep => ({
  says: 'It does something.',
  tool: 'list_notes',
  class: 'read',
  state,
  call_id: null,
  approval_id: null,
  outcome: null,
});
const stepsOf = (...states: readonly DemoStep['state'][]): readonly DemoStep[] => states.map(step);

describe('progressOf', () => {
  it.each<[Demo['state'], readonly DemoStep['state'][], number, string]>([
    ['never', ['to do', 'to do'], 0, 'Not started'],
    ['running', ['to do', 'to do'], 0, 'Step 1 of 2'],
    ['running', ['ok', 'error', 'refused', 'running'], 3, 'Step 4 of 4'],
    ['running', ['ok', 'asking', 'to do'], 1, 'Step 2 of 3'],
    ['running', ['ok', 'ok'], 2, 'Step 2 of 2'],
    ['done', ['ok', 'skipped'], 2, 'Finished. Everything the demo did is on the other pages.'],
    ['stopped', ['ok', 'skipped'], 2, 'Stopped.'],
    ['failed', ['ok', 'skipped'], 2, 'Failed.'],
  ])('%s with %j is at step %i', (state, states, done, says) => {
    expect(progressOf({ state, steps: stepsOf(...states), problem: null })).toMatchObject({
      done,
      of: states.length,
      says,
    });
  });

  it('shows the error', () => {
    expect(progressOf({ state: 'failed', steps: [], problem: 'No server.' }).says).toBe('No server.');
  });

  it('finds the step that waits for a person while the demo runs', () => {
    const steps = stepsOf('ok', 'asking', 'to do');
    expect(progressOf({ state: 'running', steps, problem: null }).asking).toBe(steps[1]);
    expect(progressOf({ state: 'stopped', steps, problem: null }).asking).toBeUndefined();
    expect(progressOf({ state: 'running', steps: stepsOf('ok'), problem: null }).asking).toBeUndefined();
  });
});

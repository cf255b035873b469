import type { Demo, DemoStep } from '@toolmark/api-contract';

/** The demo's progress: the current step, or its end. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  /** The step that waits for the user's approval. */
  readonly asking: DemoStep | undefined;
  readonly says: string;
}

/**
 * The demo's progress as a headline.
 *
 * @example
 * progressOf(demo).says // 'Step 3 of 12'
 */
export function progressOf({ state, steps, problem }: Pick<Demo, 'state' | 'steps' | 'problem'>): Progress {
  const done = steps.filter(isOver).length;
  const asking = state === 'running' ? steps.find((step) => step.state === 'asking') : undefined;
  return {
    done,
    of: steps.length,
    asking,
    says: saysOf(state, { problem, step: Math.min(done + 1, steps.length), of: steps.length }),
  };
}

function saysOf(
  state: Demo['state'],
  { problem, step, of }: { problem: string | null; step: number; of: number },
): string {
  switch (state) {
    case 'never':
      return 'Not started';
    case 'running':
      return `Step ${step} of ${of}`;
    case 'done':
      return 'Finished. Everything the demo did is on the other pages.';
    case 'stopped':
      return 'Stopped.';
    case 'failed':
      return problem ?? 'Failed.';
  }
}

const isOver = ({ state }: DemoStep): boolean => state !== 'to do' && state !== 'running' && state !== 'asking';

import type { Demo, DemoStep } from '@toolmark/api-contract';

/** How far it is: the step that is being done, or that it is over. */
export interface Progress {
  readonly done: number;
  readonly of: number;
  /** The step that a person has to answer for. */
  readonly asking: DemoStep | undefined;
  readonly says: string;
}

/**
 * How far the demo is, for its head.
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
      return 'It is over. Everything it did is on the other pages now.';
    case 'stopped':
      return 'It was stopped.';
    case 'failed':
      return problem ?? 'It broke off.';
  }
}

const isOver = ({ state }: DemoStep): boolean => state !== 'to do' && state !== 'running' && state !== 'asking';

import { redactorFor, type ServerTarget } from '@toolmark/reach';
import type { InspectionFailure } from './failure.ts';
import type { WireProblem } from './problem.ts';

/** Redacts our secrets from everything that an inspection reports, should a server print them. */
export interface Redactor {
  readonly text: (text: string) => string;
  readonly failure: (failure: InspectionFailure) => InspectionFailure;
  readonly problem: (problem: WireProblem) => WireProblem;
}

export function createRedactor(target: ServerTarget, env: Readonly<Record<string, string | undefined>>): Redactor {
  const text = redactorFor(target, env);
  return {
    text,
    failure: (failure) => ({ ...failure, message: text(failure.message), stderrTail: failure.stderrTail.map(text) }),
    problem: (problem) => {
      const shown = { ...problem, message: text(problem.message) };
      return shown.kind === 'stdout-noise' ? { ...shown, sample: text(shown.sample) } : shown;
    },
  };
}

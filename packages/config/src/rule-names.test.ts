import { describe, expect, it } from 'vitest';
import { policyProblems } from './parse-policy.ts';

const problems = (...names: readonly (string | undefined)[]) =>
  policyProblems({ rules: names.map((name) => ({ decision: 'deny', ...(name !== undefined && { name }) })) });

describe('names of rules', () => {
  it('are taken once, also those that are given to rules without one', () => {
    expect(problems('a', 'b', undefined)).toEqual([]);
    expect(problems('a', 'a')).toEqual([
      { path: 'policy.rules.1.name', message: "'a' is the name of another one already" },
    ]);
    expect(problems('rule 2', undefined)).toEqual([
      { path: 'policy.rules.1.name', message: "'rule 2' is the name of another one already" },
    ]);
  });

  it.each(['disabled', 'ceiling', 'variant', 'held', 'session-risk', 'default: read', 'limit: many'])(
    'are none that is built in: %s',
    (name) => {
      expect(problems(name)).toEqual([
        { path: 'policy.rules.0.name', message: `'${name}' is the name of a rule that is built in` },
      ]);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { policyProblems } from './parse-policy.ts';

const problems = (...names: readonly (string | undefined)[]) =>
  policyProblems({ rules: names.map((name) => ({ decision: 'deny', ...(name !== undefined && { name }) })) });

describe('names of rules', () => {
  it('are unique, including the default names', () => {
    expect(problems('a', 'b', undefined)).toEqual([]);
    expect(problems('a', 'a')).toEqual([
      { path: 'policy.rules.1.name', message: "'a' is already used by another rule" },
    ]);
    expect(problems('rule 2', undefined)).toEqual([
      { path: 'policy.rules.1.name', message: "'rule 2' is already used by another rule" },
    ]);
  });

  it.each(['disabled', 'ceiling', 'variant', 'held', 'session-risk', 'default: read', 'limit: many'])(
    'cannot be reserved ones: %s',
    (name) => {
      expect(problems(name)).toEqual([
        { path: 'policy.rules.0.name', message: `'${name}' is reserved for a built-in rule` },
      ]);
    },
  );
});

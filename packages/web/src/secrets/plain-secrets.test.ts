import { describe, expect, it } from 'vitest';
import { isSecretName, toReference } from './plain-secrets.ts';

describe('the name of a secret', () => {
  it.each([
    ['GITHUB_TOKEN', true],
    ['_a.b-1', true],
    ['x'.repeat(64), true],
    ['', false],
    ['1st', false],
    ['with space', false],
    ['x'.repeat(65), false],
  ])('%j: %j', (name, expected) => expect(isSecretName(name)).toBe(expected));

  it('is written as a reference', () => expect(toReference('A')).toBe(['$', '{secret:A}'].join('')));
});

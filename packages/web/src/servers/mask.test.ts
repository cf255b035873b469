import { MASK } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { isMasked, isReference } from './mask.ts';

describe('the mask', () => {
  it.each([
    [MASK, true],
    [`--token=${MASK}`, true],
    ['', false],
    ['•••', false],
  ])('detects a saved secret in %j', (text, expected) => {
    expect(isMasked(text)).toBe(expected);
  });
});

describe('isReference', () => {
  it.each([
    [`\${TOKEN}`, true],
    [`Bearer \${env:TOKEN}`, true],
    [`\${USER}:\${PASSWORD}`, true],
    [`abc\${TOKEN}`, false],
    ['Bearer abc', false],
    ['Bearer ', false],
    ['', false],
    [`\${1X}`, false],
  ])('%j: %j', (text, expected) => {
    expect(isReference(text)).toBe(expected);
  });
});

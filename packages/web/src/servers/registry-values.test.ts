import type { RegistryPlanInput } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { nameOfInput, toTexts, toValues } from './registry-values.ts';

const input = (key: string, more: Partial<RegistryPlanInput> = {}): RegistryPlanInput => ({
  ...{ key, description: null, is_required: false, is_secret: false, is_repeated: false },
  ...{ default: null, placeholder: null, choices: [] },
  ...more,
});

describe('the inputs of a registry server', () => {
  const inputs = [input('env:KEY'), input('env:REGION', { default: 'eu' }), input('arg:dir', { is_repeated: true })];

  it('start with the suggested values', () =>
    expect(toTexts({ inputs })).toEqual({ 'env:KEY': '', 'env:REGION': 'eu', 'arg:dir': '' }));

  it('are sent if they are filled in', () =>
    expect(toValues(inputs, { 'env:KEY': ' ', 'env:REGION': 'us', 'arg:dir': '/a\n\n/b c\n', other: 'x' })).toEqual({
      'env:REGION': ['us'],
      'arg:dir': ['/a', '/b c'],
    }));

  it.each([
    ['env:A', 'A', 'environment'],
    ['header:X-Y', 'X-Y', 'header'],
    ['arg:a:b', 'a:b', 'argument'],
  ])('%s is %s in the %s', (key, name, place) => expect(nameOfInput(key)).toEqual({ name, place }));
});

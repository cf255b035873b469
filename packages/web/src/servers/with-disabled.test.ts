import { describe, expect, it } from 'vitest';
import { withDisabled } from './with-disabled.ts';

describe('withDisabled', () => {
  it.each([
    [{ command: 'x' }, true, { command: 'x', disabled: true }],
    [{ command: 'x', disabled: false }, true, { command: 'x', disabled: true }],
    [{ disabled: true, command: 'x', note: 1 }, false, { command: 'x', note: 1 }],
    [{ command: 'x' }, false, { command: 'x' }],
  ])('%j, %j', (entry, disabled, expected) => {
    expect(withDisabled(entry, disabled)).toEqual(expected);
  });
});

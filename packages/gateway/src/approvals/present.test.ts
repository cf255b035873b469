import { describe, expect, it } from 'vitest';
import { DEFAULT_RECORD } from '../config/defaults.ts';
import { createPresent } from './present.ts';

describe('arguments that a person is shown', () => {
  it('have no secrets in them, as the config says now', () => {
    let { redact } = DEFAULT_RECORD;
    const present = createPresent(() => redact);
    const given = { id: 1, token: 'abcdefgh12345678', pin: '1234' };
    expect(present(given)).toMatchObject({ value: { id: 1, pin: '1234' }, is_cut: false, redactions: 1 });
    expect(JSON.stringify(present(given).value)).not.toContain('abcdefgh');
    redact = { ...redact, names: ['pin'] };
    expect(present(given).redactions).toBe(2);
  });

  it('are the beginning of very long ones', () => {
    const { value, is_cut, bytes } = createPresent(() => DEFAULT_RECORD.redact)({ text: 'x'.repeat(1_000_000) });
    expect([is_cut, bytes, String(value).startsWith('{"text":"xxx')]).toEqual([true, 1_000_011, true]);
    expect(String(value).length).toBeLessThan(bytes / 2);
  });
});

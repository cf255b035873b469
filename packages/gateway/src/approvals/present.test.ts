import { describe, expect, it } from 'vitest';
import { DEFAULT_RECORD } from '../config/defaults.ts';
import { createPresent } from './present.ts';

describe('arguments that a person is shown', () => {
  it('have no secrets in them, as the config says now', () => {
    let { redact } = DEFAULT_RECORD;
    const present = createPresent(() => redact);
    const given = { id: 1, token: 'abcdefgh12345678', pin: '1234' };
    const { text } = present(given);
    expect(present(given)).toMatchObject({ isCut: false, redactions: 1 });
    expect(JSON.parse(text)).toMatchObject({ id: 1, pin: '1234' });
    expect(text).not.toContain('abcdefgh');
    redact = { ...redact, names: ['pin'] };
    expect(present(given).redactions).toBe(2);
  });

  it('are the beginning of very long ones', () => {
    const { text, isCut, bytes } = createPresent(() => DEFAULT_RECORD.redact)({ text: 'x'.repeat(1_000_000) });
    expect([isCut, bytes, text.startsWith('{"text":"xxx')]).toEqual([true, 1_000_011, true]);
    expect(text.length).toBeLessThan(bytes / 2);
  });
});

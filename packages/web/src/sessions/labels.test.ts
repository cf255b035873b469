import { describe, expect, it } from 'vitest';
import { RISK_FACTORS, riskFactorsOf } from './labels.ts';

const NONE = { private_data_read: null, untrusted_content_seen: null, open_world_write: null };
const AT = '2026-11-16T08:00:00.000Z';

describe('riskFactorsOf', () => {
  it.each<[string, Partial<Record<keyof typeof NONE, string>>, readonly string[]]>([
    ['none', {}, []],
    ['one', { untrusted_content_seen: AT }, ['untrusted_content_seen']],
    [
      'two, in display order',
      { open_world_write: AT, private_data_read: AT },
      ['private_data_read', 'open_world_write'],
    ],
    [
      'all',
      { private_data_read: AT, untrusted_content_seen: AT, open_world_write: AT },
      RISK_FACTORS.map(({ key }) => key),
    ],
  ])('finds %s', (_what, risk, keys) => {
    expect(riskFactorsOf({ ...NONE, ...risk }).map(({ key }) => key)).toEqual(keys);
  });
});

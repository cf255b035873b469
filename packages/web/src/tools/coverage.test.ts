import type { Coverage } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { toCoverageParts } from './coverage.ts';

const hint = { true: 0, false: 0, absent: 0, malformed: 0 };
const coverage = (some: Partial<Coverage>): Coverage => ({
  tools: 0,
  complete: 0,
  declared: 0,
  total: 0,
  by_hint: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
  by_class: { read: 0, additive: 0, destructive: 0 },
  contradicted: 0,
  repaired: 0,
  finding_counts: { error: 0, warning: 0, note: 0 },
  ...some,
});

describe('toCoverageParts', () => {
  it('counts hints, and links each part to its tools', () => {
    expect(toCoverageParts(coverage({ tools: 10, complete: 7, declared: 30, total: 40, contradicted: 1 }))).toEqual([
      {
        kind: 'declared',
        share: 75,
        says: '75 % declared',
        tells: '30 of 40 hints are declared; 7 tools declare all four.',
        query: { declares: 'all' },
      },
      {
        kind: 'absent',
        share: 25,
        says: '10 absent',
        tells: '10 of 40 hints are not declared; 3 tools leave out one or more.',
        query: { declares: 'part' },
      },
      {
        kind: 'contradicted',
        share: 0,
        says: '1 contradicted',
        tells: 'The name or description of 1 tool contradicts its hints.',
        query: { contradicted: 'yes' },
      },
    ]);
  });

  it('handles a server without tools', () => {
    expect(toCoverageParts(coverage({})).map(({ share, says }) => [share, says])).toEqual([
      [0, '– declared'],
      [0, '0 absent'],
      [0, '0 contradicted'],
    ]);
  });
});

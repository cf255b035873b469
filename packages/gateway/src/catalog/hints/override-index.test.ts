import { HINT_NAMES, type PartialHints } from '@toolmark/annotations';
import type { Override } from '@toolmark/api-contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anOverride } from '../../calls/hints/fixtures/hints-world.ts';
import { createHintSettings } from './create-hint-settings.ts';
import { indexOverrides } from './override-index.ts';

const reasonsFor = (overrides: readonly Override[], server: string, tool: string) =>
  indexOverrides(overrides)(server, tool).map(({ reason }) => reason);

const at = (server: string, tool: string, change: Partial<Override> = {}): Override =>
  anOverride({ server, tool, reason: `${server}/${tool}`, ...change });

describe('the order of overrides', () => {
  it.each<[string, readonly Override[], readonly string[]]>([
    ['none', [at('files', 'purge'), at('notes', 'other')], []],
    [
      'an exact name comes before a long pattern',
      [at('notes*', 'purge*'), at('notes', 'purge')],
      ['notes/purge', 'notes*/purge*'],
    ],
    ['more letters come before fewer', [at('*', '*'), at('*', 'pu*'), at('notes', '*')], ['notes/*', '*/pu*', '*/*']],
    ['asterisks do not count as letters', [at('n*********', '*'), at('no*', '*')], ['no*/*', 'n*********/*']],
    ['a name is a pattern without asterisks', [at('*', 'purge'), at('n*', 'p*')], ['*/purge', 'n*/p*']],
  ])('%s', (_case, overrides, expected) => {
    expect(reasonsFor(overrides, 'notes', 'purge')).toEqual(expected);
    expect(reasonsFor(overrides.toReversed(), 'notes', 'purge')).toEqual(expected);
  });

  it('the config wins between equal names and equal patterns', () => {
    for (const tool of ['purge', 'p*']) {
      const overrides = [
        at('notes', tool, { reason: 'set' }),
        at('notes', tool, { reason: 'config', origin: 'config' }),
      ];
      expect(reasonsFor(overrides, 'notes', 'purge')).toEqual(['config', 'set']);
      expect(reasonsFor(overrides.toReversed(), 'notes', 'purge')).toEqual(['config', 'set']);
    }
    const alike = [at('notes', 'pu*', { reason: 'set' }), at('notes', '*ge', { reason: 'config', origin: 'config' })];
    expect(reasonsFor(alike, 'notes', 'purge')).toEqual(['config', 'set']);
  });

  it('special characters of regular expressions are literal', () => {
    expect(reasonsFor([at('a.b', 'x*'), at('a.b', '(*')], 'a.b', '(1')).toEqual(['a.b/(*']);
    expect(reasonsFor([at('a.b*', 'x')], 'aXb', 'x')).toEqual([]);
  });
});

describe('hints of several overrides', () => {
  const glob = fc.array(fc.constantFrom('a', 'b', '*'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const name = fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  const hints: fc.Arbitrary<PartialHints> = fc
    .array(fc.tuple(fc.constantFrom(...HINT_NAMES), fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
  const overrides = fc.uniqueArray(
    fc.record({ server: glob, tool: glob, hints, origin: fc.constantFrom('config' as const, 'set' as const) }),
    { selector: ({ server, tool }) => `${server} ${tool}`, maxLength: 8 },
  );
  const settle = (list: readonly Override[], server: string, tool: string) =>
    createHintSettings({ overrides: list, trustOf: () => 'declared' }).of(server, tool).override;

  /** A second implementation, as simple as possible. */
  const matches = (pattern: string, text: string): boolean => {
    if (pattern === '') return text === '';
    if (pattern.startsWith('*')) {
      return matches(pattern.slice(1), text) || (text !== '' && matches(pattern, text.slice(1)));
    }
    return text.startsWith(pattern.charAt(0)) && matches(pattern.slice(1), text.slice(1));
  };
  const rank = ({ server, tool }: Override): number => {
    const both = `${server}${tool}`;
    return both.includes('*') ? both.replaceAll('*', '').length : 1_000;
  };

  it('take each hint from the most specific override', () => {
    fc.assert(
      fc.property(overrides, name, name, (entries, server, tool) => {
        const list = entries.map((entry) => anOverride(entry));
        const effective = settle(list, server, tool);
        for (const hint of HINT_NAMES) {
          const setting = list.filter(
            (entry) => entry.hints[hint] !== undefined && matches(entry.server, server) && matches(entry.tool, tool),
          );
          const best = Math.max(...setting.map(rank));
          const allowed = setting.filter((entry) => rank(entry) === best).map((entry) => entry.hints[hint]);
          if (setting.length === 0) expect(effective).not.toHaveProperty(hint);
          else expect(allowed).toContain(effective[hint]);
        }
      }),
    );
  });

  it('do not depend on the order of the list', () => {
    fc.assert(
      fc.property(
        overrides.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
        ),
        name,
        name,
        ([entries, shuffled], server, tool) => {
          const [one, other] = [entries, shuffled].map((list) => list.map((entry) => anOverride(entry)));
          expect(settle(other ?? [], server, tool)).toEqual(settle(one ?? [], server, tool));
        },
      ),
    );
  });
});

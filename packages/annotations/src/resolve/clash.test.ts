import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PartialHints } from '../hints.ts';
import { anyHints, anyTool } from './fixtures/any-tool.ts';
import { type ResolveOptions, resolve } from './resolve.ts';

describe('a tool that is declared both read-only and destructive', () => {
  const both = { readOnlyHint: true, destructiveHint: true };
  const [reads, destroys] = [{ readOnlyHint: true }, { destructiveHint: true }];

  it.each<[string, PartialHints, ResolveOptions, string, string | undefined]>([
    [
      'a person reads, a person destroys',
      {},
      { override: both },
      'destructive',
      '(by a person) and destructiveHint=true (by a person)',
    ],
    [
      'a person reads, a proof destroys',
      {},
      { override: reads, evidence: destroys },
      'destructive',
      '(by a person) and destructiveHint=true (by a proof)',
    ],
    ['a person reads, the server destroys', destroys, { override: reads }, 'read', undefined],
    ['a person reads, the server says both', both, { override: reads }, 'read', undefined],
    [
      'a proof reads, a person destroys',
      {},
      { evidence: reads, override: destroys },
      'destructive',
      '(by a proof) and',
    ],
    ['a proof reads, a proof destroys', {}, { evidence: both }, 'destructive', '(by a proof) and'],
    ['a proof reads, the server destroys', destroys, { evidence: reads }, 'read', undefined],
    ['the server reads, a person destroys', reads, { override: destroys }, 'destructive', '(by the server) and'],
    ['the server reads, a proof destroys', reads, { evidence: destroys }, 'destructive', '(by the server) and'],
    [
      'the server says both',
      both,
      {},
      'destructive',
      'readOnlyHint=true and destructiveHint=true cannot both hold; the stricter',
    ],
    [
      'a person says both, the server is not believed',
      {},
      { override: both, trust: 'none' },
      'destructive',
      '(by a person) and',
    ],
    [
      'a person reads, a proof destroys, the server is not believed',
      {},
      { override: reads, evidence: destroys, trust: 'none' },
      'destructive',
      '(by a person) and',
    ],
    [
      'a person takes back what a proof says',
      {},
      { override: { ...reads, destructiveHint: false }, evidence: destroys },
      'read',
      undefined,
    ],
    ['a person reads, nobody destroys', {}, { override: reads }, 'read', undefined],
  ])('%s', (_case, annotations, options, wantedClass, message) => {
    const { class: effective, contradictions, hints } = resolve({ name: 'thing', annotations }, options);
    expect(effective).toBe(wantedClass);
    expect(hints.readOnlyHint.value).toBe(wantedClass === 'read');
    expect(contradictions.map((found) => found.message)).toEqual(
      message === undefined ? [] : [expect.stringContaining(message)],
    );
  });

  it('tells a person whose override does not count how to make it count', () => {
    expect(resolve({ name: 'thing' }, { override: both }).hints.readOnlyHint).toMatchObject({
      source: 'inferred',
      reason: expect.stringContaining('unless a person sets destructiveHint=false too'),
    });
  });

  it('also weighs words if the hints clash', () => {
    const { class: effective, contradictions } = resolve({ name: 'delete_note', annotations: both });
    expect([effective, ...contradictions.map(({ hint, against }) => `${hint} ${against}`)]).toEqual([
      'destructive',
      'readOnlyHint hints',
      'readOnlyHint name',
    ]);
  });

  it('stays destructive if an override or a proof says so, unless an override revokes it', () => {
    fc.assert(
      fc.property(anyTool, anyHints, anyHints, (given, override, evidence) => {
        const says = override.destructiveHint ?? evidence.destructiveHint;
        if (says === true) expect(resolve(given, { override, evidence }).class).toBe('destructive');
      }),
    );
  });
});

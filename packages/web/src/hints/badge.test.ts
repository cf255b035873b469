import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { type Hints, toBadges } from './badge.ts';

const DEFAULTS: Readonly<Record<HintKey, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

/** Builds the hints of a tool from those that differ from the default. */
function hintsOf(
  declared: Readonly<Partial<Record<HintKey, boolean>>>,
  others: Readonly<Partial<Record<HintKey, ToolHint>>> = {},
): Hints {
  const one = (name: HintKey): ToolHint => {
    const value = declared[name];
    return value === undefined
      ? { value: DEFAULTS[name], source: 'default', declared: null, reason: 'The default.' }
      : { value, source: 'declared', declared: value, reason: 'Declared.' };
  };
  return {
    readOnlyHint: others.readOnlyHint ?? one('readOnlyHint'),
    destructiveHint: others.destructiveHint ?? one('destructiveHint'),
    idempotentHint: others.idempotentHint ?? one('idempotentHint'),
    openWorldHint: others.openWorldHint ?? one('openWorldHint'),
  };
}

const shapes = (hints: Hints, compact: boolean): readonly string[] =>
  toBadges(hints, { compact }).map(({ name, shape, mark }) => `${name} ${shape}${mark === 'none' ? '' : ` ${mark}`}`);

describe('toBadges', () => {
  it('shows nothing for a tool without annotations', () => {
    expect([shapes(hintsOf({}), false), shapes(hintsOf({}), true)]).toEqual([[], []]);
  });

  it('tells true, false and absent apart', () => {
    expect(shapes(hintsOf({ readOnlyHint: false, destructiveHint: true, idempotentHint: true }), false)).toEqual([
      'readOnlyHint outlined',
      'destructiveHint filled',
      'idempotentHint filled',
      'openWorldHint dashed',
    ]);
  });

  it('shows a declared false where all others are absent', () => {
    expect(shapes(hintsOf({ openWorldHint: false }), false)).toContain('openWorldHint outlined');
  });

  it.each<[string, Hints, readonly string[]]>([
    [
      'only true hints',
      hintsOf({ readOnlyHint: false, destructiveHint: false, idempotentHint: true }),
      ['idempotentHint filled'],
    ],
    ['no default', hintsOf({ readOnlyHint: true }), ['readOnlyHint filled']],
    [
      'no meaningless hints of a read-only tool',
      hintsOf({ readOnlyHint: true, destructiveHint: true, idempotentHint: true, openWorldHint: true }),
      ['readOnlyHint filled', 'openWorldHint filled'],
    ],
    [
      'tightened hints',
      hintsOf({}, { destructiveHint: { value: true, source: 'inferred', declared: false, reason: 'It deletes.' } }),
      ['destructiveHint filled flag'],
    ],
  ])('compact shows %s', (_, hints, expected) => expect(shapes(hints, true)).toEqual(expected));

  it.each<[ToolHint['source'], string]>([
    ['override', 'person'],
    ['verified', 'check'],
    ['inferred', 'flag'],
    ['declared', 'none'],
  ])('marks the source: %s', (source, mark) => {
    const hint: ToolHint = { value: true, source, declared: source === 'declared' ? true : null, reason: 'Because.' };
    expect(toBadges(hintsOf({}, { readOnlyHint: hint }), { compact: false })[0]?.mark).toBe(mark);
  });

  it('describes a hint that a person set against the server', () => {
    const hint: ToolHint = { value: true, source: 'override', declared: false, reason: 'It only looks.' };
    expect(toBadges(hintsOf({}, { readOnlyHint: hint }), { compact: false })[0]).toEqual({
      name: 'readOnlyHint',
      shape: 'filled',
      word: 'Read-only',
      mark: 'person',
      tells: [
        'It is read-only: calling it changes nothing.',
        'readOnlyHint = true, set by a person.',
        'The server declares false.',
        'It only looks.',
      ],
    });
  });

  it('describes the default of an absent hint', () => {
    const badge = toBadges(hintsOf({ readOnlyHint: false }), { compact: false }).at(-1);
    expect(badge?.tells).toEqual([
      'It reaches beyond its own system, such as the web: anyone may have written what it returns.',
      'openWorldHint = true, default: true, not declared.',
    ]);
  });

  it('does not call a read-only tool destructive by default', () => {
    expect(shapes(hintsOf({ readOnlyHint: true }), false)).toEqual(['readOnlyHint filled', 'openWorldHint dashed']);
    expect(shapes(hintsOf({ readOnlyHint: true, destructiveHint: true }), false)).toContain('destructiveHint filled');
  });

  it('says if a hint has no meaning', () => {
    const [, destructive] = toBadges(hintsOf({ readOnlyHint: true, destructiveHint: false }), { compact: false });
    expect(destructive?.tells.at(-1)).toBe('Has no meaning here: the tool is read-only.');
  });
});

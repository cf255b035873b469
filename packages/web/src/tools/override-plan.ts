import type { HintKey, OverrideEffect, Tool } from '@toolmark/api-contract';
import { HINT_WORDS, HINTS } from '../hints/labels.ts';

export type SetHints = Readonly<Partial<Record<HintKey, boolean>>>;

/** The wish for one hint: `keep` leaves the current override, `unset` removes it. */
export type HintWish = 'keep' | 'true' | 'false' | 'unset';

export type HintWishes = Readonly<Record<HintKey, HintWish>>;

export const NO_WISHES: HintWishes = {
  readOnlyHint: 'keep',
  destructiveHint: 'keep',
  idempotentHint: 'keep',
  openWorldHint: 'keep',
};

/** The overrides for exactly this tool, without those by a pattern or the config. */
export function ownHints({ override, server, name }: Pick<Tool, 'override' | 'server' | 'name'>): SetHints {
  const isOwn = override?.origin === 'set' && override.server === server && override.tool === name;
  return isOwn ? override.hints : {};
}

/**
 * The complete override to send: the API replaces the whole override of a tool.
 *
 * @example
 * wantedHints({ readOnlyHint: true }, { ...NO_WISHES, openWorldHint: 'false' }) // { readOnlyHint: true, openWorldHint: false }
 */
export function wantedHints(own: SetHints, wishes: HintWishes): SetHints {
  const wanted: Partial<Record<HintKey, boolean>> = {};
  for (const hint of HINTS) {
    const wish = wishes[hint];
    const value = wish === 'keep' ? own[hint] : wish === 'unset' ? undefined : wish === 'true';
    if (value !== undefined) wanted[hint] = value;
  }
  return wanted;
}

export const isSameHints = (one: SetHints, other: SetHints): boolean =>
  HINTS.every((hint) => one[hint] === other[hint]);

/** A hint whose effective value changes. */
export interface EffectChange {
  readonly hint: HintKey;
  readonly to: boolean;
  readonly says: string;
  readonly isRelaxed: boolean;
}

/** The changed effective hints, relaxed ones first. The stricter value of a hint is always its default. */
export function effectChanges({ before, after }: OverrideEffect): readonly EffectChange[] {
  const changed = HINTS.filter((hint) => before.hints[hint] !== after.hints[hint]).map((hint): EffectChange => {
    const to = after.hints[hint];
    return {
      hint,
      to,
      says: `${hint} ${before.hints[hint]} → ${to}`,
      isRelaxed: to !== HINT_WORDS[hint].otherwise,
    };
  });
  return changed.toSorted((a, b) => Number(b.isRelaxed) - Number(a.isRelaxed));
}

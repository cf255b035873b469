import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { HINT_WORDS, HINTS, isMeaningful, SOURCE_WORDS } from './labels.ts';

export type Hints = Readonly<Record<HintKey, ToolHint>>;

/** How one hint is shown. */
export interface Badge {
  readonly name: HintKey;
  /** Filled: true. Outlined with a struck icon: false. Dashed: not declared, the default applies. */
  readonly shape: 'filled' | 'outlined' | 'dashed';
  readonly word: string;
  /** The mark in the corner: the hint's source. */
  readonly mark: 'person' | 'check' | 'flag' | 'none';
  /** The tooltip, sentence by sentence. */
  readonly tells: readonly string[];
}

export interface BadgeOptions {
  /** Shows only what matters at a glance, for table rows. */
  readonly compact: boolean;
}

/**
 * The badges of a tool. A tool without any declared or overridden hint gets none: its class already says what the
 * defaults make of it.
 *
 * @example
 * toBadges(hints, { compact: false }).map(({ word }) => word) // ['Read-only', 'Closed world']
 */
export function toBadges(hints: Hints, { compact }: BadgeOptions): readonly Badge[] {
  if (HINTS.every((name) => hints[name].source === 'default')) return [];
  return HINTS.filter((name) => (compact ? isTelling(name, hints) : isSaid(name, hints))).map((name) =>
    toBadge(name, hints),
  );
}

/** Leaves out meaningless defaults: a read-only tool is not called destructive. */
function isSaid(name: HintKey, hints: Hints): boolean {
  return hints[name].source !== 'default' || isMeaningful(name, hints);
}

/** Compact rows show only true and tightened hints, and leave out what adds nothing about a read-only tool. */
function isTelling(name: HintKey, hints: Hints): boolean {
  const { value, source } = hints[name];
  return value && source !== 'default' && isMeaningful(name, hints);
}

function toBadge(name: HintKey, hints: Hints): Badge {
  const { value, source, declared, reason } = hints[name];
  const words = HINT_WORDS[name];
  const isDefault = source === 'default';
  return {
    name,
    shape: isDefault ? 'dashed' : value ? 'filled' : 'outlined',
    word: value ? words.word : words.not,
    mark: source === 'override' ? 'person' : source === 'verified' ? 'check' : source === 'inferred' ? 'flag' : 'none',
    tells: [
      value ? words.means : words.meansNot,
      `${name} = ${value}, ${isDefault ? `default: ${words.otherwise}, not declared` : SOURCE_WORDS[source]}.`,
      ...(declared !== null && declared !== value ? [`The server declares ${declared}.`] : []),
      ...(isDefault || source === 'declared' ? [] : [reason]),
      ...(isMeaningful(name, hints) ? [] : ['Has no meaning here: the tool is read-only.']),
    ],
  };
}

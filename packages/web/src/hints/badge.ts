import type { HintKey, ToolHint } from '@toolmark/api-contract';
import { HINT_WORDS, HINTS, isMeaningful, SOURCE_WORDS } from './words.ts';

export type Hints = Readonly<Record<HintKey, ToolHint>>;

/** One hint as it is shown. */
export interface Badge {
  readonly name: HintKey;
  /** Filled: it is true. Outlined, its icon struck: it is false. Dashed: nobody said, the default counts. */
  readonly shape: 'filled' | 'outlined' | 'dashed';
  readonly word: string;
  /** The small mark in the corner: who says so. */
  readonly mark: 'person' | 'check' | 'flag' | 'none';
  /** Everything there is to say of it, sentence by sentence. */
  readonly tells: readonly string[];
}

export interface BadgeOptions {
  /** Only what is said of a tool and matters at a glance: for rows of a table. */
  readonly compact: boolean;
}

/**
 * Which badges a tool gets. A tool that declares nothing, and of which nobody says anything, gets none: what the defaults make of it
 * its class says.
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

/** A default that means nothing is left out: nobody says of a read-only tool that it is destructive. */
function isSaid(name: HintKey, hints: Hints): boolean {
  return hints[name].source !== 'default' || isMeaningful(name, hints);
}

/** In a row only what is true is told, and what somebody tightened; what says nothing more about a read-only tool is left out. */
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
      ...(isMeaningful(name, hints) ? [] : ['It means nothing here: the tool is read-only.']),
    ],
  };
}

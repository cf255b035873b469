import type { KnownSecrets } from '@toolmark/reach';
import type { RedactConfig } from '../record-config.ts';
import { createGlance } from './glance.ts';
import { kindOfName, NAME_GLANCE, NAME_HINT, type NameKind, toPlainName } from './names.ts';
import type { Redacted } from './shape.ts';
import { SHAPE_GLANCE, SHAPE_HINT } from './shapes.ts';
import { createTextRedactor } from './text-redactor.ts';
import { type RedactedValue, redactValue } from './walk.ts';

/** Takes secrets out of what is about to be stored: what is under the name of one, what looks like one, and what is known to be one. */
export interface Redactor {
  /** Pure; the same value where nothing was found. */
  readonly redact: (value: unknown) => RedactedValue;
  /** The same for a text on its own. */
  readonly redactText: (text: string) => Redacted;
  /**
   * Whether JSON may hold a secret: `false` is certain, and costs far less than to look. Always `true` where the config has
   * patterns, because nobody knows what those find.
   */
  readonly mayHold: (json: string) => boolean;
}

/**
 * @example
 * const { redact } = createRedactor({ enabled: true, names: ['badge'], keep: [], patterns: [] });
 * redact({ user: 'ann', password: 'x', note: 'use Bearer 0a1b2c3d4e' })
 * // { value: { user: 'ann', password: '[redacted 1 character]', note: 'use Bearer [redacted 10 characters]' }, count: 2 }
 */
export function createRedactor(config: RedactConfig, known?: Pick<KnownSecrets, 'isIn' | 'redact'>): Redactor {
  if (!config.enabled) return NONE;
  const added = new Set(config.names.map(toPlainName).filter((name) => name !== ''));
  const kept = new Set(config.keep.map(toPlainName));
  const addedHints = [...added].map(toHint);
  const ownHint = addedHints.length === 0 ? undefined : new RegExp(addedHints.join('|'), 'i');
  // Names in other alphabets may be written in other ways than a hint finds them.
  const isSure = config.patterns.length === 0 && [...added].every((name) => /^[\w .]+$/.test(name));

  const kindOf = (name: string): NameKind | undefined => {
    if (added.size + kept.size > 0) {
      const plain = toPlainName(name);
      if (kept.has(plain)) return undefined;
      if (added.has(plain)) return 'secret';
    }
    return NAME.test(name) ? kindOfName(name) : undefined;
  };
  const mayHold = (text: string): boolean =>
    !isSure || (glance(text) && HINT.test(text)) || (ownHint?.test(text) ?? false) || (known?.isIn(text) ?? false);
  const { redactText, rules } = createTextRedactor({
    kindOf,
    nameHint: new RegExp([NAME_HINT, ...addedHints].join('|'), 'gi'),
    mayHold,
    known,
    patterns: config.patterns.map((pattern) => new RegExp(pattern, 'gu')),
  });
  return { redact: (value) => redactValue(value, rules), redactText, mayHold };
}

const NONE: Redactor = {
  redact: (value) => ({ value, count: 0 }),
  redactText: (text) => ({ text, count: 0 }),
  mayHold: () => false,
};

const glance = createGlance([...NAME_GLANCE, ...SHAPE_GLANCE]);
const NAME = new RegExp(NAME_HINT, 'i');
const HINT = new RegExp(`${NAME_HINT}|${SHAPE_HINT}`, 'i');

/** Finds a name however it is divided: `badgeNumber`, `BADGE_NUMBER`, `badge-number`. */
function toHint(plain: string): string {
  return Array.from(plain, (character) => character.replace(/[^\w]/, '\\$&')).join('[_-]*');
}

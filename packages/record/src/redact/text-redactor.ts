import { parseJson } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import { splitAtMarkers } from './marker.ts';
import { maskSecret } from './mask-secret.ts';
import type { NameKind } from './names.ts';
import { redactPairs } from './pairs.ts';
import { type Redacted, redactShapes, type Shape } from './shape.ts';
import { SHAPES } from './shapes.ts';
import { type Rules, redactValue } from './walk.ts';

export interface TextRules {
  readonly kindOf: (name: string) => NameKind | undefined;
  /** Finds possible names; global. */
  readonly nameHint: RegExp;
  readonly mayContainSecret: (text: string) => boolean;
  /** Secrets known from the config. */
  readonly known: Pick<KnownSecrets, 'redact'> | undefined;
  /** Patterns from the config; global. */
  readonly patterns: readonly RegExp[];
}

export interface TextRedactor {
  readonly redactText: (text: string) => Redacted;
  readonly rules: Rules;
}

/** JSON nested in strings deeper than this is treated as text. */
const MAX_LEVELS = 4;
/** The second finds nothing in nearly everything, the third in everything else. */
const MAX_ROUNDS = 4;

/** Redacts texts: field by field if they are JSON, otherwise by pattern. */
export function createTextRedactor({ kindOf, nameHint, mayContainSecret, known, patterns }: TextRules): TextRedactor {
  const own: readonly Shape[] = patterns.map((pattern) => ({
    pattern,
    // The config declares this a secret, so no part counts as a command.
    replace: (match) => maskSecret(match).text,
  }));

  // Skip markers: a general pattern would match inside them.
  const redactOwn = (text: string): Redacted =>
    own.reduce<Redacted>(
      (current, shape) => {
        const parts = splitAtMarkers(current.text).map((part, index) =>
          index % 2 === 1 ? { text: part, count: 0 } : redactShapes(part, [shape]),
        );
        return { text: parts.map((part) => part.text).join(''), count: current.count + sum(parts) };
      },
      { text, count: 0 },
    );
  const redactOnce = (text: string): Redacted => {
    const pairs = redactPairs(text, nameHint, kindOf);
    const shapes = redactShapes(pairs.text, SHAPES);
    const last = redactOwn(shapes.text);
    return { text: last.text, count: sum([pairs, shapes, last]) };
  };
  const redactAt = (given: string, level: number): Redacted => {
    if (!mayContainSecret(given)) return { text: given, count: 0 };
    const { text, count } = known?.redact(given) ?? { text: given, count: 0 };
    const rest = redactUnknown(text, level);
    return count === 0 ? rest : { text: rest.text, count: rest.count + count };
  };
  const redactUnknown = (text: string, level: number): Redacted => {
    const json = level < MAX_LEVELS ? redactJson(text, rulesAt(level + 1)) : undefined;
    if (json !== undefined) return json;
    let shown = redactOnce(text);
    // A redaction may have uncovered the beginning of another secret.
    for (let round = 1, count = shown.count; round < MAX_ROUNDS && count > 0; round++) {
      const again = redactOnce(shown.text);
      count = again.count;
      shown = { text: again.text, count: shown.count + count };
    }
    return shown;
  };
  const rulesAt = (level: number): Rules => ({ kindOf, text: (text) => redactAt(text, level) });
  return { redactText: (text) => redactAt(text, 0), rules: rulesAt(0) };
}

const sum = (parts: readonly Redacted[]): number => parts.reduce((total, { count }) => total + count, 0);

/** `undefined` if the text is not JSON or has duplicate keys, of which a parser only sees the last. */
function redactJson(text: string, rules: Rules): Redacted | undefined {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s{0,16}$/.test(text.slice(-17))) return undefined;
  try {
    const { value, count } = redactValue(parseJson(text), rules);
    const written = JSON.stringify(value, undefined, indentOf(text));
    if (count > 0) return { text: written, count };
    return written.length === text.length ? { text, count } : undefined;
  } catch {
    // Not valid JSON, or nested too deeply to serialize.
    return undefined;
  }
}

/** Keep the JSON's formatting. */
function indentOf(text: string): string {
  return /^\s*[[{]\r?\n([ \t]{1,8})/.exec(text)?.[1] ?? '';
}

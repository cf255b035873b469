import { parseJson } from '@toolmark/base';
import type { KnownSecrets } from '@toolmark/reach';
import { blot } from './blot.ts';
import { splitAtMarkers } from './marker.ts';
import type { NameKind } from './names.ts';
import { redactPairs } from './pairs.ts';
import { type Redacted, redactShapes, type Shape } from './shape.ts';
import { SHAPES } from './shapes.ts';
import { type Rules, redactValue } from './walk.ts';

export interface TextRules {
  readonly kindOf: (name: string) => NameKind | undefined;
  /** Finds where a name may be; global. */
  readonly nameHint: RegExp;
  readonly mayHold: (text: string) => boolean;
  /** Secrets of the config. */
  readonly known: Pick<KnownSecrets, 'redact'> | undefined;
  /** Of the config; global. */
  readonly patterns: readonly RegExp[];
}

export interface TextRedactor {
  readonly redactText: (text: string) => Redacted;
  readonly rules: Rules;
}

/** JSON in a string in JSON: more levels than these are read as text, like everything else. */
const MAX_LEVELS = 4;
/** The second finds nothing in nearly everything, the third in everything else. */
const MAX_ROUNDS = 4;

/** Takes secrets out of texts: out of their values if they are JSON, else wherever one stands. */
export function createTextRedactor({ kindOf, nameHint, mayHold, known, patterns }: TextRules): TextRedactor {
  const own: readonly Shape[] = patterns.map((pattern) => ({
    pattern,
    // A person said that this is a secret, so no part of it is taken for a command.
    replace: (match) => blot(match).text,
  }));

  // What was taken out already is not looked at again: a pattern for words would find one in the marker.
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
    if (!mayHold(given)) return { text: given, count: 0 };
    const { text, count } = known?.redact(given) ?? { text: given, count: 0 };
    const rest = redactUnknown(text, level);
    return count === 0 ? rest : { text: rest.text, count: rest.count + count };
  };
  const redactUnknown = (text: string, level: number): Redacted => {
    const json = level < MAX_LEVELS ? redactJson(text, rulesAt(level + 1)) : undefined;
    if (json !== undefined) return json;
    let shown = redactOnce(text);
    // What was taken out may have hidden the beginning of something else.
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

/** `undefined` where a text is no JSON, or was not all read: of a name that is there twice, a reader sees only the last value. */
function redactJson(text: string, rules: Rules): Redacted | undefined {
  if (!/^\s*[[{]/.test(text) || !/[\]}]\s{0,16}$/.test(text.slice(-17))) return undefined;
  try {
    const { value, count } = redactValue(parseJson(text), rules);
    const written = JSON.stringify(value, undefined, indentOf(text));
    if (count > 0) return { text: written, count };
    return written.length === text.length ? { text, count } : undefined;
  } catch {
    // Only something like JSON, or nested too deeply to be written again.
    return undefined;
  }
}

/** JSON stays as easy to read as it was. */
function indentOf(text: string): string {
  return /^\s*[[{]\r?\n([ \t]{1,8})/.exec(text)?.[1] ?? '';
}

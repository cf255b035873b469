import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, toNumber } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';

/** Takes down what was changed, in a sentence. */
export type Note = (sentence: string) => void;

/** What a value may be where it stands: the value itself, another that will do, or {@link LEFT_OUT}. */
export type Rule = (value: unknown, path: string, note: Note) => unknown;

export type Rules = ReadonlyMap<string, Rule>;

/** Marks a value that no client would take. */
const LEFT_OUT: unique symbol = Symbol('left out');

/** Applies the rules to the fields of an object. The same object comes back if nothing had to change; keys keep their order. */
export function applyRules(value: JsonObject, rules: Rules, note: Note, path = ''): JsonObject {
  let changed = false;
  const fields: [string, unknown][] = [];
  for (const [key, field] of Object.entries(value)) {
    const rule = rules.get(key);
    const fixed = rule === undefined ? field : rule(field, path === '' ? key : `${path}.${key}`, note);
    if (fixed !== field) changed = true;
    if (fixed !== LEFT_OUT) fields.push([key, fixed]);
  }
  return changed ? Object.fromEntries(fields) : value;
}

/** A value of one kind, or none. */
export function must(isRight: (value: unknown) => boolean, expected: string): Rule {
  return (value, path, note) => (isRight(value) ? value : leaveOut(value, path, expected, note));
}

export const text: Rule = must((value) => typeof value === 'string', 'a string');
export const flag: Rule = must((value) => typeof value === 'boolean', 'a boolean');
// JSON has 1e999, which clients read as Infinity and refuse.
export const amount: Rule = must((value) => Number.isFinite(toNumber(value)), 'a number');
export const object: Rule = must(isJsonObject, 'an object');

export function oneOf(...allowed: readonly string[]): Rule {
  return must((value) => typeof value === 'string' && allowed.includes(value), allowed.join(' or '));
}

/** An object with fields of its own. Without one of the required fields it is good for nothing. */
export function objectWith(rules: Rules, required: readonly string[] = []): Rule {
  return (value, path, note) => {
    if (!isJsonObject(value)) return leaveOut(value, path, 'an object', note);
    const fixed = applyRules(value, rules, note, path);
    const missing = required.find((key) => !Object.hasOwn(fixed, key));
    if (missing === undefined) return fixed;
    note(`${path} has no usable ${missing} and is left out`);
    return LEFT_OUT;
  };
}

/** A list of things that each follow a rule; those that do not are left out of it. */
export function listOf(rule: Rule): Rule {
  return (value, path, note) => {
    if (!Array.isArray(value)) return leaveOut(value, path, 'a list', note);
    const items: readonly unknown[] = value;
    const fixed = items.map((item, index) => rule(item, `${path}[${index}]`, note));
    return fixed.every((item, index) => item === items[index]) ? value : fixed.filter((item) => item !== LEFT_OUT);
  };
}

/** A value from the wire inside a sentence: as JSON, on one line, not endless. */
export function shown(value: unknown): string {
  return toPrintable(JSON.stringify(value) ?? 'undefined', MAX_SHOWN);
}

const MAX_SHOWN = 60;

function leaveOut(value: unknown, path: string, expected: string, note: Note): typeof LEFT_OUT {
  note(`${path} is ${shown(value)} and not ${expected}, and is left out`);
  return LEFT_OUT;
}

import { isJsonObject } from '@toolmark/annotations';
import { type JsonObject, toNumber } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';

/** Records a change, as a sentence. */
export type ReportRepair = (sentence: string) => void;

/** Repairs a value: returns the value itself, a replacement, or {@link LEFT_OUT}. */
export type Rule = (value: unknown, path: string, note: ReportRepair) => unknown;

export type Rules = ReadonlyMap<string, Rule>;

/** Marks a value that no client would accept. */
const LEFT_OUT: unique symbol = Symbol('left out');

/** Applies rules to the fields of an object. Returns the same object if nothing changed; keys keep their order. */
export function applyRules(value: JsonObject, rules: Rules, note: ReportRepair, path = ''): JsonObject {
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

/** Accepts a value of one kind, or removes it. */
export function must(isRight: (value: unknown) => boolean, expected: string): Rule {
  return (value, path, note) => (isRight(value) ? value : leaveOut(value, path, expected, note));
}

export const text: Rule = must((value) => typeof value === 'string', 'a string');
export const flag: Rule = must((value) => typeof value === 'boolean', 'a boolean');
// JSON allows 1e999, which clients read as Infinity and reject.
export const amount: Rule = must((value) => Number.isFinite(toNumber(value)), 'a number');
export const object: Rule = must(isJsonObject, 'an object');

export function oneOf(...allowed: readonly string[]): Rule {
  return must((value) => typeof value === 'string' && allowed.includes(value), allowed.join(' or '));
}

/** An object with rules for its fields. It is removed without one of the required fields. */
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

/** A list whose invalid items are removed. */
export function listOf(rule: Rule): Rule {
  return (value, path, note) => {
    if (!Array.isArray(value)) return leaveOut(value, path, 'a list', note);
    const items: readonly unknown[] = value;
    const fixed = items.map((item, index) => rule(item, `${path}[${index}]`, note));
    return fixed.every((item, index) => item === items[index]) ? value : fixed.filter((item) => item !== LEFT_OUT);
  };
}

/** A value from the wire for use in a sentence: as JSON, on one line, with a maximum length. */
export function printValue(value: unknown): string {
  return toPrintable(JSON.stringify(value) ?? 'undefined', MAX_PRINTED);
}

const MAX_PRINTED = 60;

function leaveOut(value: unknown, path: string, expected: string, note: ReportRepair): typeof LEFT_OUT {
  note(`${path} is ${printValue(value)} and not ${expected}, and is left out`);
  return LEFT_OUT;
}

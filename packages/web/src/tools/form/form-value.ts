import { isJsonObject } from '../schema/json.ts';
import type { Field } from './field.ts';

/** The state of a form. Not sent, null and empty text are three different states. */
export type FormValue =
  | { readonly kind: 'absent' }
  | { readonly kind: 'null' }
  /** As typed: a text, a number, or JSON. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** The index of the chosen option. */
  | { readonly kind: 'choice'; readonly index: number }
  | { readonly kind: 'list'; readonly items: readonly FormValue[] }
  | { readonly kind: 'object'; readonly members: Readonly<Record<string, FormValue>> }
  | { readonly kind: 'alternative'; readonly index: number; readonly value: FormValue };

export const ABSENT: FormValue = { kind: 'absent' };
export const NULL: FormValue = { kind: 'null' };

/** Expand required objects up to this depth; a schema may be recursive. */
const MAX_DEPTH = 8;

/**
 * The initial state of a form: required fields are present with their defaults, all others are not sent.
 *
 * @example
 * startValue(toField(schema), true)
 */
export function startValue(field: Field, isRequired: boolean, depth = MAX_DEPTH): FormValue {
  if (!isRequired || depth === 0) return ABSENT;
  return field.usual === undefined ? emptyValue(field, depth) : toFormValue(field, field.usual);
}

/** An empty value that will be sent. */
export function emptyValue(field: Field, depth = MAX_DEPTH): FormValue {
  switch (field.kind) {
    case 'boolean':
      return { kind: 'boolean', value: false };
    case 'choice':
      // A single option is chosen automatically.
      return { kind: 'choice', index: field.options.length === 1 ? 0 : -1 };
    case 'list':
      return { kind: 'list', items: [] };
    case 'null':
      return NULL;
    case 'object': {
      const members = field
        .members()
        .map(({ name, isRequired, field: one }) => [name, startValue(one, isRequired, depth - 1)] as const);
      return { kind: 'object', members: Object.fromEntries(members) };
    }
    case 'alternatives': {
      const [first] = field.alternatives();
      return {
        kind: 'alternative',
        index: 0,
        value: first === undefined ? ABSENT : startValue(first, true, depth - 1),
      };
    }
    default:
      return { kind: 'text', text: '' };
  }
}

/**
 * Converts JSON into the form's state. Values that no field can hold are not sent; the caller shows them as JSON.
 *
 * @example
 * toFormValue(toField(schema), { id: 7 })
 */
export function toFormValue(field: Field, value: unknown): FormValue {
  if (value === undefined) return ABSENT;
  switch (field.kind) {
    case 'choice': {
      const index = field.options.findIndex((option) => isSameJson(option, value));
      return index === -1 ? ABSENT : { kind: 'choice', index };
    }
    case 'alternatives':
      return toAlternative(field, value);
    case 'json':
      return { kind: 'text', text: JSON.stringify(value, undefined, 2) };
    default:
      if (value !== null) return plainValue(field, value);
      return field.isNullable || field.kind === 'null' ? NULL : ABSENT;
  }
}

function plainValue(field: Field, value: unknown): FormValue {
  if (field.kind === 'boolean' && typeof value === 'boolean') return { kind: 'boolean', value };
  if (field.kind === 'list' && Array.isArray(value)) {
    const item = field.item();
    return { kind: 'list', items: value.map((one) => toFormValue(item, one)) };
  }
  if (field.kind === 'object' && isJsonObject(value)) {
    const members = field.members().map(({ name, isRequired, field: one }) => {
      const isGiven = Object.hasOwn(value, name);
      return [name, isGiven ? toFormValue(one, value[name]) : startValue(one, isRequired)] as const;
    });
    return { kind: 'object', members: Object.fromEntries(members) };
  }
  const isText = typeof value === 'string' && (field.kind === 'text' || field.kind === 'long-text');
  const isNumber = typeof value === 'number' && (field.kind === 'number' || field.kind === 'integer');
  return isText || isNumber ? { kind: 'text', text: String(value) } : ABSENT;
}

/** The first alternative that validates the whole value, else the first that can show it. */
function toAlternative(field: Field, value: unknown): FormValue {
  const choices = [...field.alternatives().entries()];
  const found =
    choices.find(([, one]) => fits(one, value, { whole: true })) ?? choices.find(([, one]) => fits(one, value));
  return found === undefined ? ABSENT : { kind: 'alternative', index: found[0], value: toFormValue(found[1], value) };
}

/**
 * Whether a form can show a value without loss; with `whole`, also whether nothing required is missing.
 *
 * @example
 * fits(toField(schema), { unknown: 1 }) // false: the form has no field for it
 */
export function fits(field: Field, value: unknown, { whole = false }: { readonly whole?: boolean } = {}): boolean {
  const inside = (one: Field, given: unknown): boolean => fits(one, given, { whole });
  if (field.kind === 'json') return true;
  if (field.kind === 'object' && isJsonObject(value)) {
    const members = new Map(field.members().map((member) => [member.name, member]));
    const isKnown = Object.entries(value).every(([name, given]) => {
      const member = members.get(name);
      return member !== undefined && inside(member.field, given);
    });
    return (
      isKnown &&
      (!whole || [...members.values()].every(({ name, isRequired }) => !isRequired || Object.hasOwn(value, name)))
    );
  }
  if (field.kind === 'list' && Array.isArray(value)) {
    const item = field.item();
    return value.every((given) => inside(item, given));
  }
  return toFormValue(field, value).kind !== 'absent';
}

const isSameJson = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

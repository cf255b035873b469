import { isJsonObject } from '@toolmark/annotations';
import { toNumber } from '@toolmark/base';
import { markerOf } from './marker.ts';
import { maskSecret, maskUpToCommand } from './mask-secret.ts';
import type { NameKind } from './names.ts';
import type { Redacted } from './shape.ts';
import { isReference, isSecretText } from './values.ts';

/** The checks that a walk applies to every name and text. */
export interface Rules {
  readonly kindOf: (name: string) => NameKind | undefined;
  readonly text: (text: string) => Redacted;
}

/** A value and the number of redacted secrets. */
export interface RedactedValue {
  readonly value: unknown;
  readonly count: number;
}

/**
 * Redacts a JSON value. Copies only what changes, and returns the same value if nothing does. Iterative, because values
 * may be nested deeper than the call stack allows.
 */
export function redactValue(value: unknown, rules: Rules): RedactedValue {
  if (typeof value === 'string') {
    const { text, count } = rules.text(value);
    return { value: text, count };
  }
  if (!isTree(value)) return { value, count: 0 };
  const root: Frame = { node: value, parent: undefined, key: '', copy: undefined, secret: undefined };
  const open: Frame[] = [root];
  let count = 0;
  for (let frame = open.pop(); frame !== undefined; frame = open.pop()) {
    count += renameKeys(frame, rules);
    const { node } = frame;
    const kindOfKey = isArray(node) ? kindsInArray(node, rules) : kindsInObject(node, rules);
    for (const key of Object.keys(frame.copy ?? node)) {
      const member = memberOf(frame.copy ?? node, key);
      const named = frame.secret === undefined ? kindOfKey(key) : SECRET_INSIDE;
      const secret = named !== undefined && isTaken(named.kind, member) ? (frame.secret ?? named.name) : undefined;
      if (isTree(member)) {
        open.push({ node: member, parent: frame, key, copy: undefined, secret });
      } else if (secret !== undefined || typeof member === 'string') {
        const redacted = secret === undefined ? rules.text(String(member)) : redactSecret(secret, member, rules);
        if (redacted.count === 0) continue;
        place(frame, key, redacted.text);
        count += redacted.count;
      }
    }
  }
  return { value: root.copy ?? value, count };
}

/** The rest of a value under a secret's name. A command in it is treated as text. */
function redactSecret(name: string, member: unknown, { text }: Rules): Redacted {
  if (typeof member !== 'string') return { text: markerOf(JSON.stringify(member).length), count: 1 };
  // The parts of a cookie look like commands, but are not.
  if (/cookies?$/i.test(name)) return maskSecret(member);
  const { text: masked, count, rest } = maskUpToCommand(member);
  if (rest === '') return { text: masked, count };
  const after = text(rest);
  return { text: `${masked}${after.text}`, count: count + after.count };
}

/** The kind of a name, and the name itself: the field's own, or one next to it. */
interface Named {
  readonly kind: NameKind;
  readonly name: string;
}

const SECRET_INSIDE: Named = { kind: 'secret', name: '' };

type Tree = { readonly [key: string]: unknown } | readonly unknown[];

/** An object or array, its place in its parent, and its copy if it has one. */
interface Frame {
  readonly node: Tree;
  readonly parent: Frame | undefined;
  readonly key: string;
  copy: Record<string, unknown> | unknown[] | undefined;
  /** The secret's name that applies to all its members. */
  readonly secret: string | undefined;
}

const isArray = (tree: Tree): tree is readonly unknown[] => Array.isArray(tree);
/** An exact number is an object to JavaScript, but has no members. */
const isTree = (value: unknown): value is Tree =>
  Array.isArray(value) || (isJsonObject(value) && toNumber(value) === value);

/** Array members have keys too: their indexes as strings. */
const memberOf = (tree: Tree, key: string): unknown => (tree as { readonly [key: string]: unknown })[key];

/** Puts a value into the copy, creating copies up to the root. */
function place(frame: Frame, key: string, value: unknown): void {
  let member = value;
  let name = key;
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    const isCopied = at.copy !== undefined;
    // If the original has an own `__proto__`, so does the copy, and it can be assigned normally.
    at.copy ??= isArray(at.node) ? [...at.node] : { ...at.node };
    (at.copy as Record<string, unknown>)[name] = member;
    if (isCopied) return;
    member = at.copy;
    name = at.key;
  }
}

/** A secret may be a field's name. Equal names after redaction get a number, so that no field is lost. */
function renameKeys(frame: Frame, { text }: Rules): number {
  if (isArray(frame.node)) return 0;
  const keys = Object.keys(frame.node);
  const shown = keys.map((key) => text(key));
  const count = shown.reduce((sum, redacted) => sum + redacted.count, 0);
  if (count === 0) return 0;
  const taken = new Set<string>();
  const entries = keys.map((key, index) => {
    const wanted = shown[index]?.text ?? key;
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
    taken.add(name);
    return [name, memberOf(frame.node, key)] as const;
  });
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  frame.copy = copy;
  if (frame.parent !== undefined) place(frame.parent, frame.key, copy);
  return count;
}

/** Whether a value under such a name is redacted. Empty, missing and boolean values reveal nothing. */
function isTaken(kind: NameKind, value: unknown): boolean {
  if (typeof value === 'string') return !isReference(value) && isSecretText(kind, value);
  return kind === 'secret' && value !== null && typeof value !== 'boolean';
}

/** In an argument list, the item after `--password`. */
function kindsInArray(node: readonly unknown[], { kindOf }: Rules): (key: string) => Named | undefined {
  return (key) => {
    const at = Number(key);
    const flag = node[at - 1];
    const value = node[at];
    if (typeof flag !== 'string' || typeof value !== 'string' || NEXT_FLAG.test(value)) return undefined;
    return FLAG.test(flag) ? toNamed(flag, kindOf(flag)) : undefined;
  };
}

const FLAG = /^--?[A-Za-z][\w-]{0,63}$/;
/** The value may be missing, or start with a dash itself. */
const NEXT_FLAG = /^--?[A-Za-z[]/;

/**
 * Values under a secret's name; in lists of `{ name, value }`, the value next to such a name. A Kubernetes `Secret` has
 * its secrets in `data`.
 */
function kindsInObject(
  node: { readonly [key: string]: unknown },
  { kindOf }: Rules,
): (key: string) => Named | undefined {
  const label = Object.keys(node).find((key) => LABELS.has(key.toLowerCase()) && typeof node[key] === 'string');
  const name = label === undefined ? undefined : node[label];
  const listed = typeof name === 'string' ? toNamed(name, kindOf(name)) : undefined;
  const isSecret = node['kind'] === 'Secret';
  return (key) => {
    if (listed !== undefined && key.toLowerCase() === 'value') return listed;
    if (isSecret && (key === 'data' || key === 'stringData')) return { kind: 'secret', name: key };
    return toNamed(key, kindOf(key));
  };
}

const toNamed = (name: string, kind: NameKind | undefined): Named | undefined =>
  kind === undefined ? undefined : { kind, name };

const LABELS: ReadonlySet<string> = new Set(['name', 'key', 'header', 'variable', 'field']);

import { isJsonObject } from '@toolmark/annotations';
import { cutCharacters } from './cut.ts';

/** The beginning of a value. */
export interface Clipped {
  readonly value: unknown;
  /** `false` if the value is complete. */
  readonly isClipped: boolean;
  /** How many characters at the end of the JSON only close what clipping left open. */
  readonly closing: number;
}

/**
 * Copies about the given number of characters of a JSON value in writing order. Its JSON has the same beginning as the
 * whole. Takes time for what is kept only, and no recursion.
 */
export function clip(value: unknown, characters: number): Clipped {
  let left = characters;
  let isClipped = false;
  let closing = 0;
  const frames: Frame[] = [];

  const copyOf = (member: unknown): unknown => {
    if (typeof member === 'string') {
      left -= member.length + 2;
      if (left >= 0) return member;
      isClipped = true;
      closing = frames.length + 1;
      return cutCharacters(member, Math.max(0, left + member.length));
    }
    left -= OTHER;
    if (!isTree(member)) return member;
    // Without a prototype, `__proto__` is an ordinary key.
    const copy: Record<string, unknown> | unknown[] = Array.isArray(member) ? [] : Object.create(null);
    frames.push({ node: member, copy, keys: Array.isArray(member) ? undefined : Object.keys(member), next: 0 });
    return copy;
  };

  const root = copyOf(value);
  for (let frame = frames.at(-1); frame !== undefined && !isClipped; frame = frames.at(-1)) {
    const { node, copy, keys } = frame;
    const at = frame.next++;
    if (at >= (keys ?? (node as readonly unknown[])).length) {
      frames.pop();
      continue;
    }
    const key = keys?.[at] ?? '';
    left -= keys === undefined ? 0 : key.length + OTHER;
    if (left <= 0) {
      isClipped = true;
      closing = frames.length;
    } else if (keys === undefined) {
      (copy as unknown[]).push(copyOf((node as readonly unknown[])[at]));
    } else {
      (copy as Record<string, unknown>)[key] = copyOf((node as Readonly<Record<string, unknown>>)[key]);
    }
  }
  return { value: root, isClipped, closing };
}

interface Frame {
  readonly node: Tree;
  readonly copy: Record<string, unknown> | unknown[];
  /** For objects only. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

type Tree = { readonly [key: string]: unknown } | readonly unknown[];

/** The assumed cost of a number, a literal, brackets, or the punctuation around a key. */
const OTHER = 4;

const isTree = (value: unknown): value is Tree => Array.isArray(value) || isJsonObject(value);

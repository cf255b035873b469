import { parseJson } from './json.ts';
import type { Pause } from './pause.ts';
import { endOfString, setOwn } from './rewritten-json.ts';

export interface SliceLimits {
  /** The nesting depth. */
  readonly depth: number;
  /** The total of object members and array items. */
  readonly values: number;
}

export interface SliceOptions {
  readonly limits: SliceLimits;
  readonly pause: Pause;
  /** How many characters are parsed at a time; tests pass a smaller number. */
  readonly slice?: number;
}

/** The parsed value with its size, or the limit it exceeds. */
export type SlicedJson =
  | { readonly kind: 'value'; readonly value: unknown; readonly values: number }
  | { readonly kind: 'beyond'; readonly limit: keyof SliceLimits };

/** About one millisecond of work, which makes the overhead per slice negligible. */
const SLICE = 32 * 1024;

/**
 * Parses long JSON like `parseJson`, but in slices, so that other requests do not wait for all of it. The value is
 * built from the outside in: at the end of a slice, each open object or array receives its complete members, and is
 * closed later.
 *
 * @throws SyntaxError if it is no JSON
 */
export async function parseInSlices(text: string, { limits, pause, slice = SLICE }: SliceOptions): Promise<SlicedJson> {
  /** The offset of each open container and of its last member. Most containers close before their slice ends. */
  const starts: number[] = [];
  const lasts: number[] = [];
  /** The outermost open containers: those that were open when a slice ended. */
  const taken: Container[] = [];
  let root: Container | undefined;
  let values = 0;
  let sliceFrom = 0;

  const takeAll = (): void => {
    for (const [level, start] of starts.entries()) {
      const container = taken[level] ?? new Container(text, start);
      if (level === taken.length) {
        taken[level - 1]?.addOpen(container);
        taken.push(container);
      }
      container.takeUntil(lasts[level] ?? start);
    }
    root ??= taken[0];
  };

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at + 1) - 1;
    } else if (code === COMMA) {
      values++;
      if (values > limits.values) return { kind: 'beyond', limit: 'values' };
      if (taken.length === starts.length) taken.at(-1)?.comma(at);
      lasts[lasts.length - 1] = at + 1;
      if (at - sliceFrom < slice) continue;
      takeAll();
      sliceFrom = at;
      const paused = pause();
      if (paused !== undefined) await paused;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (starts.length >= limits.depth) return { kind: 'beyond', limit: 'depth' };
      starts.push(at);
      lasts.push(at + 1);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (starts.length === 0) throw unexpected(at);
      if (taken.length === starts.length) {
        taken.pop()?.close(at);
        taken.at(-1)?.childEnded(at);
      }
      starts.pop();
      lasts.pop();
    }
  }
  if (root === undefined) return { kind: 'value', value: parseJson(text), values };
  root.checkOutside();
  return { kind: 'value', value: root.value, values };
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** An object or array that was open at the end of a slice, with its complete members so far. */
class Container {
  readonly value: unknown[] | Record<string, unknown>;
  readonly #text: string;
  readonly #start: number;
  /** The offset of the first member that is not yet parsed. */
  #from: number;
  /** The token before that offset. */
  #after: 'bracket' | 'comma' | 'member' = 'bracket';
  #end: number | undefined;

  constructor(text: string, start: number) {
    this.value = text.charCodeAt(start) === OPEN_LIST ? [] : {};
    this.#text = text;
    this.#start = start;
    this.#from = start + 1;
  }

  comma(at: number): void {
    if (this.#after !== 'member') return;
    // All members before `at` are parsed; only a separator may be left.
    if (!isBlank(this.#text, this.#from, at)) throw unexpected(this.#from);
    this.#from = at + 1;
    this.#after = 'comma';
  }

  /** Parses the members before the last one, which starts at `last` and is incomplete. */
  takeUntil(last: number): void {
    if (last <= this.#from) return;
    this.#add(this.#from, last - 1);
    this.#from = last;
    this.#after = 'comma';
  }

  /** Adds the last member, which is a container itself. */
  addOpen(child: Container): void {
    if (this.#after === 'member') throw unexpected(child.#start);
    if (Array.isArray(this.value)) {
      if (!isBlank(this.#text, this.#from, child.#start)) throw unexpected(this.#from);
      this.value.push(child.value);
      return;
    }
    // The text before the member's value is its key.
    const [key] = Object.keys(parseJson(`{${this.#text.slice(this.#from, child.#start)}0}`) as object);
    if (key === undefined) throw unexpected(this.#from);
    setOwn(this.value, key, child.value);
  }

  /** The nested container is complete. */
  childEnded(at: number): void {
    this.#from = at + 1;
    this.#after = 'member';
  }

  close(at: number): void {
    const isMatch = this.#text.charCodeAt(at) === (Array.isArray(this.value) ? CLOSE_LIST : CLOSE_OBJECT);
    if (!isMatch) throw unexpected(at);
    this.#end = at + 1;
    if (!isBlank(this.#text, this.#from, at)) {
      if (this.#after === 'member') throw unexpected(this.#from);
      this.#add(this.#from, at);
    } else if (this.#after === 'comma') throw unexpected(at);
  }

  /** Checks that the outermost container is complete and only blanks surround it. */
  checkOutside(): void {
    const end = this.#end ?? -1;
    if (end === -1 || !isBlank(this.#text, 0, this.#start) || !isBlank(this.#text, end, this.#text.length)) {
      throw unexpected(end);
    }
  }

  #add(from: number, to: number): void {
    const members = this.#text.slice(from, to);
    if (isBlank(members, 0, members.length)) throw unexpected(from);
    if (Array.isArray(this.value)) {
      for (const item of parseJson(`[${members}]`) as readonly unknown[]) this.value.push(item);
      return;
    }
    const added = parseJson(`{${members}}`) as Readonly<Record<string, unknown>>;
    for (const key of Object.keys(added)) setOwn(this.value, key, added[key]);
  }
}

/** Tests for JSON whitespace only; `trim` removes more than that. */
function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return false;
  }
  return true;
}

const unexpected = (at: number): SyntaxError => new SyntaxError(`Unexpected text in JSON at position ${at}`);

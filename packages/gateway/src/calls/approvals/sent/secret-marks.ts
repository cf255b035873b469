import { isJsonObject } from '@toolmark/annotations';
import type { TextMark } from '@toolmark/api-contract';

/**
 * Marks secrets in the JSON of a value: the parts that differ in its redacted copy. So every value that the record redacts has a mark,
 * whichever rule redacted it. A string with two secrets gets one mark across both.
 *
 * @example
 * secretMarks({ a: 'x', token: 'abc' }, { a: 'x', token: '[redacted]' }) // [{ start: 17, end: 20, kind: 'secret' }]
 */
export function secretMarks(value: unknown, redacted: unknown): readonly TextMark[] {
  const marks: TextMark[] = [];
  const mark = (start: number, end: number): void => {
    if (end > start) marks.push({ start, end, kind: 'secret' });
  };
  /** Compares values whose JSON begins at `at`, and returns the length of that JSON. Each part is serialized only once. */
  const compare = (before: unknown, after: unknown, at: number): number => {
    if (Array.isArray(before) && Array.isArray(after) && before !== after && before.length === after.length) {
      let end = at + 1;
      for (const [index, each] of before.entries()) {
        if (index > 0) end += 1;
        end += compare(each, after[index], end);
      }
      return end + 1 - at;
    }
    if (isJsonObject(before) && isJsonObject(after) && before !== after) return compareObjects(before, after, at);
    const json = JSON.stringify(before) ?? 'null';
    if (before === after) return json.length;
    if (typeof before === 'string' && typeof after === 'string') {
      const [start, end] = differing(json, JSON.stringify(after));
      mark(at + start, at + end);
    } else mark(at, at + json.length);
    return json.length;
  };
  const compareObjects = (before: Members, after: Members, at: number): number => {
    const entries = Object.entries(before).filter(([, member]) => member !== undefined);
    const names = Object.keys(after);
    // Members correspond by position, because the redactor can rename a member but keeps its place.
    const isAligned = names.length === Object.keys(before).length && entries.length === names.length;
    if (!isAligned) {
      const { length } = JSON.stringify(before);
      mark(at, at + length);
      return length;
    }
    let end = at + 1;
    for (const [index, [name, member]] of entries.entries()) {
      if (index > 0) end += 1;
      end += compare(name, names[index], end) + 1;
      end += compare(member, after[names[index] ?? ''], end);
    }
    return end + 1 - at;
  };
  compare(value, redacted, 0);
  return marks;
}

type Members = { readonly [name: string]: unknown };

/** The range in `before`, a JSON string, that differs from `after`. It does not include the quotes. */
function differing(before: string, after: string): readonly [number, number] {
  let start = 1;
  while (start < before.length - 1 && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = before.length - 1;
  let last = after.length - 1;
  while (end > start && last > start && before.charCodeAt(end - 1) === after.charCodeAt(last - 1)) {
    end--;
    last--;
  }
  return [start, end];
}

import { isJsonObject } from '@toolmark/annotations';
import type { TextMark } from '@toolmark/api-contract';

/**
 * Where secrets stand in the JSON of a value, by what a redactor made of it: each stretch that is different. It is told by comparing
 * the two, so that whatever the record leaves out has a mark, by whatever rule. A string with two secrets gets one mark across both.
 *
 * @example
 * secretMarks({ a: 'x', token: 'abc' }, { a: 'x', token: '[redacted]' }) // [{ start: 17, end: 20, kind: 'secret' }]
 */
export function secretMarks(value: unknown, redacted: unknown): readonly TextMark[] {
  const marks: TextMark[] = [];
  const mark = (start: number, end: number): void => {
    if (end > start) marks.push({ start, end, kind: 'secret' });
  };
  /** Says how long the JSON of the value is, which stands at `at`. Each part is written once, whether it differs or not. */
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
    // A redactor that renames a member leaves it in its place. Were it otherwise, nobody could tell what became of which.
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

/** The stretch of the first JSON string that is not as in the second, without the quotes around it. */
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

import { TOKEN } from '@toolmark/config';
import { createScanner, type Edit, type Node } from 'jsonc-parser';
import { indentAt, isOnOneLine, type JsonStyle, printValue } from './json-style.ts';

/*
 * The library's `modify` reformats the whole line around a change, including other people's text in it.
 * These functions change only the one member.
 */

/** Finds a member by name; of duplicates the last, which is the one that JSON.parse uses. */
export function findMember({ children = [] }: Node, key: string): Node | undefined {
  return children.findLast((member) => member.children?.[0]?.value === key);
}

/** Sets a member; a new one is appended. */
export function setMember(text: string, object: Node, key: string, value: unknown, style: JsonStyle): readonly Edit[] {
  const found = findMember(object, key)?.children?.[1];
  if (found === undefined) return addMember(text, object, key, value, style);
  const content = printValue(value, style, indentAt(text, found.offset), isOnOneLine(text, object, style));
  return [{ offset: found.offset, length: found.length, content }];
}

/** Renames a member at its position. */
export function renameMember(object: Node, from: string, to: string): readonly Edit[] {
  const key = findMember(object, from)?.children?.[0];
  return key === undefined ? [] : [{ offset: key.offset, length: key.length, content: JSON.stringify(to) }];
}

/** Removes a member with its comments above and after it. */
export function removeMember(text: string, object: Node, key: string): readonly Edit[] {
  const member = findMember(object, key);
  return member === undefined ? [] : removeChild(text, object, member);
}

/** Removes an item of an object or array. */
export function removeChild(text: string, object: Node, member: Node): readonly Edit[] {
  const { children = [] } = object;
  const index = children.indexOf(member);
  const before = children[index - 1];
  const own = memberEnd(text, member);
  if (children.length === 1 && isEmptyWithout(text, object, member, own.end)) {
    return [{ offset: object.offset + 1, length: object.length - 2, content: '' }];
  }
  const previous = before === undefined ? undefined : memberEnd(text, before);
  const start = previous?.end ?? lineEnd(text, object.offset + 1);
  const taken: Edit = { offset: start, length: own.end - start, content: '' };
  // The new last member must not end with the comma before the removed one.
  const isComma = previous?.comma !== undefined && own.comma === undefined;
  return isComma ? [{ offset: previous.comma ?? 0, length: 1, content: '' }, taken] : [taken];
}

function addMember(text: string, object: Node, key: string, value: unknown, style: JsonStyle): readonly Edit[] {
  const colon = isOnOneLine(text, object, style) && style.isDense ? ':' : ': ';
  return addChild(text, object, value, style, `${JSON.stringify(key)}${colon}`);
}

/** Appends an item to an object, with its name, or to an array. */
export function addChild(text: string, object: Node, value: unknown, style: JsonStyle, name = ''): readonly Edit[] {
  const isOneLine = isOnOneLine(text, object, style);
  const last = object.children?.at(-1);
  const outer = indentAt(text, object.offset);
  const indent = last === undefined ? `${outer}${style.unit}` : indentAt(text, last.offset);
  const member = `${name}${printValue(value, style, indent, isOneLine)}`;
  if (last === undefined) {
    const content = isOneLine ? member : `${style.eol}${indent}${member}${style.eol}${outer}`;
    const inside = text.slice(object.offset + 1, object.offset + object.length - 1);
    const end = object.offset + object.length - 1;
    // Keep comments in an empty object.
    return inside.trim() === ''
      ? [{ offset: object.offset + 1, length: inside.length, content }]
      : [{ offset: end, length: 0, content: `${style.unit}${member}${style.eol}${outer}` }];
  }
  const { end, comma } = memberEnd(text, last);
  const gap = isOneLine ? (style.isDense ? '' : ' ') : `${style.eol}${indent}`;
  return comma === undefined
    ? [
        { offset: last.offset + last.length, length: 0, content: ',' },
        { offset: end, length: 0, content: `${gap}${member}` },
      ]
    : [{ offset: end, length: 0, content: `${gap}${member},` }];
}

interface MemberEnd {
  /** After its comma and the comments on the same line. */
  readonly end: number;
  /** The offset of the comma. */
  readonly comma: number | undefined;
}

function memberEnd(text: string, member: Node): MemberEnd {
  const from = member.offset + member.length;
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let comma: number | undefined;
  let end = from;
  // The comma may come after comments, and even on another line.
  for (let token: number = scanner.scan(); isBetween(token); token = scanner.scan()) {
    if (token !== TOKEN.comma) continue;
    comma = scanner.getTokenOffset();
    end = comma + 1;
    break;
  }
  return { end: lineEnd(text, end), comma };
}

const isBetween = (token: number): boolean =>
  token === TOKEN.comma ||
  token === TOKEN.space ||
  token === TOKEN.lineBreak ||
  token === TOKEN.lineComment ||
  token === TOKEN.blockComment;

/** Skips comments on the same line if nothing else follows there. */
function lineEnd(text: string, from: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let end = from;
  for (let token: number = scanner.scan(); ; token = scanner.scan()) {
    const isComment = token === TOKEN.lineComment || token === TOKEN.blockComment;
    if (isComment) end = scanner.getTokenOffset() + scanner.getTokenLength();
    else if (token === TOKEN.lineBreak || token === TOKEN.end) return end;
    else if (token !== TOKEN.space) return from;
  }
}

function isEmptyWithout(text: string, object: Node, member: Node, end: number): boolean {
  const before = text.slice(object.offset + 1, member.offset);
  return `${before}${text.slice(end, object.offset + object.length - 1)}`.trim() === '';
}

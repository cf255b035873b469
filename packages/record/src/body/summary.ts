import { isJsonObject } from '@toolmark/annotations';
import { clip } from './clip.ts';
import { cutCharacters } from './cut.ts';

const MAX_LENGTH = 160;
/** The most characters for one value, so that later ones are visible too. */
const MAX_VALUE = 60;
/** Longer texts are useless in a summary; they are not even searched for secrets. */
const MAX_TEXT = 4 * 1024;
/** More members do not fit into the line. */
const MAX_ENTRIES = 64;

/**
 * An object's members in one printable line of at most 160 characters.
 *
 * @example
 * summarize({ path: '/x', limit: 5 }) // 'path: "/x", limit: 5'
 */
export function summarize(value: unknown): string {
  if (!isJsonObject(value)) return '';
  let line = '';
  for (const key of Object.keys(value).slice(0, MAX_ENTRIES)) {
    if (line.length > MAX_LENGTH) break;
    const name = /^[A-Za-z_$][\w$.-]*$/.test(key) ? key : JSON.stringify(key.slice(0, MAX_VALUE));
    line += `${line === '' ? '' : ', '}${name}: ${toShort(value[key])}`;
  }
  const shown = PLAIN.test(line) ? line : line.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, ' ');
  return shown.length <= MAX_LENGTH ? shown : `${cutCharacters(shown, MAX_LENGTH - 1)}…`;
}

/** Most lines are printable, and this check is ten times faster than looking for the exceptions. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Arguments reduced for a summary if they are too long to be searched for secrets: long texts and lists are replaced,
 * not cut, so that no part of a secret remains.
 */
export function shorten(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const entries = Object.keys(value)
    .slice(0, MAX_ENTRIES)
    .map((key) => [cutCharacters(key, MAX_TEXT), shortMember(value[key])] as const);
  return Object.fromEntries(entries);
}

function shortMember(member: unknown): unknown {
  if (typeof member === 'string') return member.length > MAX_TEXT ? `[${member.length} characters]` : member;
  const { value, isClipped } = clip(member, MAX_TEXT);
  if (!isClipped) return value;
  return Array.isArray(member) ? `[${member.length} entries]` : '[an object]';
}

function toShort(member: unknown): string {
  if (typeof member === 'string')
    return JSON.stringify(member.length > MAX_VALUE ? `${cutCharacters(member, MAX_VALUE)}…` : member);
  if (typeof member === 'number' || typeof member === 'boolean') return String(member);
  const { value, isClipped, closing } = clip(member, MAX_VALUE);
  const json = JSON.stringify(value) ?? 'null';
  const own = isClipped ? json.slice(0, json.length - closing) : json;
  return isClipped || own.length > MAX_VALUE ? `${cutCharacters(own, MAX_VALUE)}…` : own;
}

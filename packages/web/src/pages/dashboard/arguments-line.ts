import type { CallBody } from '@toolmark/api-contract';
import { visibleLine } from '../../text/visible.ts';

/** So much of one value, so that the others are seen too. */
const MOST_VALUE = 60;

/**
 * What a call would be made with, as one line.
 *
 * @example
 * argumentsLine({ value: { id: 42, why: 'old' }, … }) // 'id: 42, why: old'
 */
export function argumentsLine(body: CallBody | null, most = 160): string {
  if (body === null) return 'no arguments';
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return visibleLine(toText(value), most);
  const entries = Object.entries(value);
  if (entries.length === 0) return 'no arguments';
  return visibleLine(entries.map(([name, one]) => `${name}: ${cut(toText(one))}`).join(', '), most);
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

const cut = (text: string): string => (text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE - 1)}…` : text);

/**
 * Replaces a secret and shows its length.
 *
 * @example
 * markerOf(24) // '[redacted 24 characters]'
 */
export const markerOf = (length: number): string => `[redacted ${length} character${length === 1 ? '' : 's'}]`;

/** The regular expression source of a marker. Older records have markers without a length. */
export const MARKER_SOURCE = '\\[redacted(?: \\d{1,9} characters?)?\\]';

/** Whether there is a marker at this offset. */
export const isMarkerAt = (text: string, at: number): boolean => markerEnd(text, at) !== undefined;

/** The end of the marker at this offset; `undefined` if there is none. */
export function markerEnd(text: string, at: number): number | undefined {
  AT.lastIndex = at;
  return AT.test(text) ? AT.lastIndex : undefined;
}

const AT = new RegExp(MARKER_SOURCE, 'y');

/** Splits a text into markers and the parts between them. */
export const splitAtMarkers = (text: string): readonly string[] => text.split(SPLIT);

const SPLIT = new RegExp(`(${MARKER_SOURCE})`);

export const countMarkers = (text: string): number => (splitAtMarkers(text).length - 1) / 2;

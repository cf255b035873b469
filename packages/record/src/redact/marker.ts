/**
 * What stands where a secret was, with its length: whoever reads a record sees how much is missing.
 *
 * @example
 * markerOf(24) // '[redacted 24 characters]'
 */
export const markerOf = (length: number): string => `[redacted ${length} character${length === 1 ? '' : 's'}]`;

/** The source of an expression for a marker. Records of earlier versions have one without a length. */
export const MARKER_SOURCE = '\\[redacted(?: \\d{1,9} characters?)?\\]';

/** Whether a marker stands at this place of a text. */
export const isMarkerAt = (text: string, at: number): boolean => markerEnd(text, at) !== undefined;

/** Where the marker at this place of a text ends; `undefined` if there is none. */
export function markerEnd(text: string, at: number): number | undefined {
  AT.lastIndex = at;
  return AT.test(text) ? AT.lastIndex : undefined;
}

const AT = new RegExp(MARKER_SOURCE, 'y');

/** The parts of a text between its markers, and the markers, in turn. */
export const splitAtMarkers = (text: string): readonly string[] => text.split(SPLIT);

const SPLIT = new RegExp(`(${MARKER_SOURCE})`);

export const countMarkers = (text: string): number => (splitAtMarkers(text).length - 1) / 2;

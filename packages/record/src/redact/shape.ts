import { countMarkers } from './marker.ts';

/** A text without what was looked for, and how often it was there. */
export interface Redacted {
  readonly text: string;
  readonly count: number;
}

/** Something that looks like a secret wherever it stands. */
export interface Shape {
  readonly pattern: RegExp;
  /** What is left of a match; the match itself where it is none after all. */
  readonly replace: (match: string, groups: readonly string[], before: string) => string;
}

/** Takes everything out of a text that has one of the shapes. */
export function redactShapes(text: string, shapes: readonly Shape[]): Redacted {
  let count = 0;
  const shown = shapes.reduce(
    (current, { pattern, replace }) =>
      current.replace(pattern, (match: string, ...rest: unknown[]) => {
        const offset = rest.findIndex((value) => typeof value === 'number');
        const groups = rest.slice(0, offset).map((group) => (typeof group === 'string' ? group : ''));
        const at = rest[offset];
        const before = typeof at === 'number' ? current.slice(Math.max(0, at - LOOK_BACK), at) : '';
        const left = replace(match, groups, before);
        if (left !== match) count += Math.max(1, countMarkers(left) - countMarkers(match));
        return left;
      }),
    text,
  );
  return { text: shown, count };
}

/** How much of what precedes a match a shape gets to see. */
const LOOK_BACK = 200;

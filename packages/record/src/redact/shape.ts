import { countMarkers } from './marker.ts';

/** A redacted text, and the number of findings. */
export interface Redacted {
  readonly text: string;
  readonly count: number;
}

/** A format of secrets that is recognized anywhere. */
export interface Shape {
  readonly pattern: RegExp;
  /** The replacement of a match; the match itself if it is a false positive. */
  readonly replace: (match: string, groups: readonly string[], before: string) => string;
}

/** Redacts all secrets of these formats. */
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

/** How much of the text before a match the check receives. */
const LOOK_BACK = 200;

/** Values that differ between equal runs: identifiers and times. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '<uuid>'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? \w{3} +\d\d? (?:\d{4}|\d\d:\d\d:\d\d)[^"\n]{0,40}/g, '<time>'],
  [/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? \w{3} \d{4} \d\d:\d\d:\d\d[^"\n]{0,10}/g, '<time>'],
  [/\b1[6-9]\d{8}(?:\d{3})?(?:\.\d+)?\b/g, '<epoch>'],
  [/\/tmp\/[\w.-]*[A-Za-z0-9]{6,}/g, '<temporary>'],
];

/**
 * Replaces identifiers and times, so that only other differences remain.
 *
 * @example
 * maskVarying('made 2026-11-18T05:30:00Z') // 'made <time>'
 */
export function maskVarying(text: string): string {
  return VARYING.reduce((masked, [pattern, name]) => masked.replace(pattern, name), text);
}

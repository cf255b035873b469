import { safeText } from '@toolmark/audit';

/**
 * Splits a record problem into message and advice. The gateway sends one sentence for each, and the path may contain
 * dots.
 *
 * @example
 * toProblemAndFix('The disk with /r is full. Free some space.', '/r') // { message: 'The disk with /r is full.', fix: 'Free some space.' }
 */
export function toProblemAndFix(problem: string, place: string): { readonly message: string; readonly fix?: string } {
  const placeAt = place === '' ? -1 : problem.indexOf(place);
  const end = problem.indexOf('. ', placeAt === -1 ? 0 : placeAt + place.length);
  if (end === -1) return { message: safeText(problem) };
  return { message: safeText(problem.slice(0, end + 1)), fix: safeText(problem.slice(end + 2)) };
}

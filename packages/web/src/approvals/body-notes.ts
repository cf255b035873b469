import type { CallBody } from '@toolmark/api-contract';
import { formatBytes, plural } from '../format/number.ts';

/** Whether there is nothing to show. */
export const isEmptyBody = (body: CallBody | null): boolean =>
  body === null || body.value === null || (typeof body.value === 'object' && Object.keys(body.value).length === 0);

/**
 * How the recorded parameters differ from those that were sent, in sentences.
 *
 * @example
 * bodyNotes({ value: {}, bytes: 12, is_cut: false, redactions: 2 }) // ['2 secrets were left out of the record.']
 */
export function bodyNotes({ bytes, is_cut, redactions }: CallBody): readonly string[] {
  const secrets = plural(redactions, 'secret');
  return [
    ...(is_cut ? [`Only the beginning of ${formatBytes(bytes)} was recorded.`] : []),
    ...(redactions > 0 ? [`${secrets} ${redactions === 1 ? 'was' : 'were'} left out of the record.`] : []),
  ];
}

import type { CallBody } from '@toolmark/api-contract';
import { formatBytes, plural } from '../format/number.ts';

/** Whether there is nothing to show. */
export const isEmptyBody = (body: CallBody | null): boolean =>
  body === null || body.value === null || (typeof body.value === 'object' && Object.keys(body.value).length === 0);

/**
 * What is not as it was sent, in sentences: whoever decides must know that they do not see all of it.
 *
 * @example
 * bodyNotes({ value: {}, bytes: 12, is_cut: false, redactions: 2 }) // ['2 secrets are not shown; they will be sent.']
 */
export function bodyNotes({ bytes, is_cut, redactions }: CallBody): readonly string[] {
  const secrets = plural(redactions, 'secret');
  return [
    ...(is_cut ? [`Only the beginning of ${formatBytes(bytes)} is shown; all of it will be sent.`] : []),
    ...(redactions > 0
      ? [`${secrets} ${redactions === 1 ? 'is' : 'are'} not shown; ${redactions === 1 ? 'it' : 'they'} will be sent.`]
      : []),
  ];
}

import type { SentParams } from '@toolmark/api-contract';
import { formatExact, plural } from '../format/number.ts';

/**
 * Warnings about the text to send, in sentences.
 *
 * @example
 * sentNotes({ marks: [{ start: 1, end: 9, kind: 'secret' }], … }) // ['1 secret is marked. It will be sent; the record leaves it out.']
 */
export function sentNotes({
  text,
  marks,
  searched,
}: Pick<SentParams, 'text' | 'marks' | 'searched'>): readonly string[] {
  const secrets = marks.filter(({ kind }) => kind === 'secret').length;
  const lookalikes = marks.filter(({ kind }) => kind === 'lookalike').length;
  return [
    ...(secrets > 0
      ? [
          secrets === 1
            ? '1 secret is marked. It will be sent; the record leaves it out.'
            : `${secrets} secrets are marked. They will be sent; the record leaves them out.`,
        ]
      : []),
    ...(lookalikes > 0
      ? [`${plural(lookalikes, 'word mixes', 'words mix')} letters of several alphabets: check carefully.`]
      : []),
    ...(text !== null && searched < text.length
      ? [`Only the first ${formatExact(searched)} characters were searched for secrets.`]
      : []),
  ];
}

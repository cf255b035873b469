import { createHash } from 'node:crypto';
import type { SentParams, TextMark } from '@toolmark/api-contract';
import type { SentSummary } from '@toolmark/record';
import type { Call } from '../../../model/call.ts';
import { forwardedParams, sentParams } from '../../sent-params.ts';
import type { Present } from '../present.ts';

/** The exact params of a call while a person decides about it. Never stored: they may contain secrets. */
export interface SentText extends SentSummary {
  readonly sha256: string;
  /** The JSON of `params`. */
  readonly text: string;
  /** The summary with the first `characters` of the text. */
  readonly view: (characters: number) => SentParams;
}

/** Length of the text in lists; the full text is requested separately. */
export const HEAD_CHARACTERS: number = 16 * 1024;
/** Limit of the search for secrets, which takes time for each character. The view reports where it ended. */
const SEARCHED_CHARACTERS = 1024 * 1024;

export function createSentText(call: Call, marksIn: Present['marksIn']): SentText {
  const sent = sentParams(call);
  const text = JSON.stringify(sent);
  const headers = forwardedParams(call).headers ?? {};
  const summary = { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
  const known = new Map<number, readonly TextMark[]>();
  const marksOf = (characters: number): readonly TextMark[] => {
    const marks = known.get(characters) ?? marksIn(sent, text, characters);
    known.set(characters, marks);
    return marks;
  };
  return {
    ...summary,
    text,
    view: (characters) => {
      const shown = text.slice(0, characters);
      const searched = Math.min(shown.length, SEARCHED_CHARACTERS);
      return {
        ...summary,
        text: shown,
        is_cut: shown.length < text.length,
        marks: marksOf(searched),
        searched,
        headers,
      };
    },
  };
}

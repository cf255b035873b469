import type { CallBody } from '@toolmark/api-contract';
import { parseJson } from '@toolmark/base';
import type { Body } from '@toolmark/record';

/** A body for the API. A cut body is not valid JSON and stays a text. */
export function toCallBody({ text, bytes, isCut, redactions }: Body): CallBody {
  return { value: isCut ? text : parseJson(text), bytes, is_cut: isCut, redactions };
}

import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { Outcome } from '../judge/observation.ts';
import { maskVarying } from '../meaning/mask.ts';

/** The answer to one call of a tool. */
export interface Answer {
  readonly outcome: Outcome;
  /** The sandbox's own limits made it fail. */
  readonly isBlocked: boolean;
  /** All text of the answer. */
  readonly text: string;
  /** The text without identifiers and times, for comparing answers. */
  readonly masked: string;
  readonly result: unknown;
}

/** Errors that only a sandbox causes: no write access, no owner that is mapped, no network. */
const BLOCKED =
  /EROFS|read-only file ?system|readonly database|EOVERFLOW|value too large for defined data type|ENETUNREACH|network is unreachable|ENOSPC: no space left on device, (?:unshare|clone)/i;

/** Results that tell of an error without `isError`. */
const ERROR_IN_WORDS =
  /^\s*(?:\{\s*"(?:error|success"\s*:\s*false|status"\s*:\s*"error)|(?:error|failed|failure|exception|traceback|invalid|not found|unknown)\b)/i;

export function toAnswer(reply: RpcReply): Answer {
  const result = resultOf(reply);
  const error = reply.kind === 'error' ? reply.error : undefined;
  const text = error === undefined ? textIn(result) : error.message;
  const isError = isJsonObject(result) && result['isError'] === true;
  const outcome =
    error !== undefined ? 'no answer' : isError ? 'failed' : ERROR_IN_WORDS.test(text) ? 'failed in words' : 'answered';
  return { outcome, isBlocked: outcome !== 'answered' && BLOCKED.test(text), text, masked: maskVarying(text), result };
}

/** The result of a reply; `undefined` for an error. */
export function resultOf(reply: RpcReply): JsonObject | undefined {
  if (reply.kind === 'result') return reply.result;
  if (reply.kind === 'error') return undefined;
  const value: unknown = JSON.parse(reply.json.toString('utf8'));
  return isJsonObject(value) ? value : undefined;
}

function textIn(result: unknown): string {
  if (!isJsonObject(result)) return '';
  const content = Array.isArray(result['content']) ? result['content'] : [];
  const texts = content.flatMap((block) =>
    isJsonObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  if (texts.length > 0) return texts.join('\n');
  return result['structuredContent'] === undefined
    ? JSON.stringify(result)
    : JSON.stringify(result['structuredContent']);
}

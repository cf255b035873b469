import { MASK } from '@toolmark/api-contract';

/**
 * A text as it may be seen by whoever looks over a shoulder: without the token.
 *
 * @example
 * maskToken('Bearer abc', 'abc') // 'Bearer ••••••••'
 */
export function maskToken(text: string, token: string | null): string {
  return token === null || token === '' ? text : text.replaceAll(token, MASK);
}

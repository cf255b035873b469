import { errorOf, type RpcError } from '@toolmark/base';
import type { Limits } from '@toolmark/config';

type MessageLimits = Pick<Limits, 'bodyBytes' | 'depth' | 'values'>;

/** The error for a message that exceeds a limit. */
export function beyondLimit<Name extends keyof MessageLimits>(
  name: Name,
  { [name]: limit }: Pick<MessageLimits, Name>,
): RpcError {
  switch (name) {
    case 'bodyBytes':
      return errorOf('bodyTooLarge', `The message is longer than ${limit} bytes (limits.bodyBytes)`);
    case 'values':
      return errorOf('bodyTooLarge', `The message has more than ${limit} values (limits.values)`);
    default:
      return errorOf('invalidRequest', `The message is nested deeper than ${limit} levels (limits.depth)`);
  }
}

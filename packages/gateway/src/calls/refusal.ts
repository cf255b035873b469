import { type RpcReply, result } from '@toolmark/base';

/**
 * What a client gets instead of a tool's result. A result and not an error of the protocol: only that reaches the model, which
 * should know why, and what a person can do about it.
 */
export function refusal(text: string): RpcReply {
  return result({ content: [{ type: 'text', text }], isError: true });
}

import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../model/caller.ts';
import { HttpCaller, type RequestChannel } from '../http-caller.ts';
import { conversationIn } from '../request-headers.ts';
import type { Session } from './session.ts';

/** The caller of one request of an older client's session. */
export function callerOf(
  session: Session,
  channel: RequestChannel,
  { headers }: Pick<IncomingMessage, 'headers'>,
): Caller {
  const { protocolVersion, client, capabilities } = session;
  const entrance = session.entrance();
  const send = (json: string): boolean => channel.send(json);
  const ask: Caller['ask'] = (method, params, until) => session.questions.ask(send, method, params, until);
  const about = { protocolVersion, entrance, session: session.id, client, conversation: conversationIn(headers) };
  const facts = { era: 'legacy', ...about, capabilities, ask } as const;
  return new HttpCaller(facts, channel);
}

import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../../model/caller.ts';
import { HttpCaller, type WayBack } from '../http-caller.ts';
import { conversationIn } from '../request-headers.ts';
import type { Session } from './session.ts';

/** An older client as the caller of one request, which came in this one over HTTP. */
export function callerOf(session: Session, way: WayBack, { headers }: Pick<IncomingMessage, 'headers'>): Caller {
  const { protocolVersion, client, capabilities } = session;
  const entrance = session.entrance();
  const send = (json: string): boolean => way.send(json);
  const ask: Caller['ask'] = (method, params, until) => session.questions.ask(send, method, params, until);
  const about = { protocolVersion, entrance, session: session.id, client, conversation: conversationIn(headers) };
  const facts = { era: 'legacy', ...about, capabilities, ask } as const;
  return new HttpCaller(facts, way);
}

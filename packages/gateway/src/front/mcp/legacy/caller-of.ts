import type { Caller } from '../../../core/caller.ts';
import { HttpCaller, type WayBack } from '../http-caller.ts';
import type { Session } from './session.ts';

/** An older client as the caller of one request. */
export function callerOf(session: Session, way: WayBack): Caller {
  const { principal, protocolVersion, client, capabilities } = session;
  const send = (json: string): boolean => way.send(json);
  const ask: Caller['ask'] = (method, params, until) => session.questions.ask(send, method, params, until);
  const facts = { era: 'legacy', protocolVersion, principal, session: session.id, client, capabilities, ask } as const;
  return new HttpCaller(facts, way);
}

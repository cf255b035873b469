import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject, RpcReply } from '@toolmark/base';
import { PAGE_ID_LENGTH, PAGES_REMEMBERED } from './limits.ts';

/**
 * Remembers which server sent which session to which web page (elicitation in mode `url`). The server reports completion later, often
 * long after the request and not on its stream.
 */
export interface Pages {
  /** A session is asked this question, which may send it to a page. */
  readonly asked: (server: string, session: string | undefined, question: JsonObject) => void;
  /** A request of a session got this reply, which may be an error that sends it to pages. */
  readonly replied: (server: string, session: string | undefined, reply: RpcReply) => void;
  /** The session that a `notifications/elicitation/complete` is for. Forgets it. */
  readonly visitorOf: (server: string, completion: JsonObject) => string | undefined;
}

const URL_ELICITATION_REQUIRED = -32042;

export function createPages(): Pages {
  const sessions = new Map<string, string>();
  const asked: Pages['asked'] = (server, session, { mode, elicitationId }) => {
    if (mode !== 'url' || session === undefined || !isId(elicitationId)) return;
    sessions.set(keyOf(server, elicitationId), session);
    if (sessions.size <= PAGES_REMEMBERED) return;
    for (const oldest of sessions.keys()) {
      sessions.delete(oldest);
      return;
    }
  };
  return {
    asked,
    replied: (server, session, reply) => {
      if (reply.kind !== 'error' || reply.error.code !== URL_ELICITATION_REQUIRED) return;
      const { data } = reply.error;
      const pages = isJsonObject(data) ? data['elicitations'] : undefined;
      if (!Array.isArray(pages)) return;
      for (const page of pages.slice(0, PAGES_REMEMBERED)) if (isJsonObject(page)) asked(server, session, page);
    },
    visitorOf: (server, { elicitationId }) => {
      if (!isId(elicitationId)) return undefined;
      const key = keyOf(server, elicitationId);
      const session = sessions.get(key);
      sessions.delete(key);
      return session;
    },
  };
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= PAGE_ID_LENGTH;
}

function keyOf(server: string, id: string): string {
  return JSON.stringify([server, id]);
}

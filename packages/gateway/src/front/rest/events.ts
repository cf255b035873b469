import { matchTypes, selectableTypes } from '../events/event-types.ts';
import { fail } from './answers.ts';
import { askRecord } from './ask-record.ts';
import type { RestContext, RestDeps } from './deps.ts';
import { someOf, text } from './parameters.ts';
import { defineRoute, type Route } from './route.ts';

/** Proxies must not buffer or compress the stream, otherwise events would be late. */
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

const RETRY_AFTER_S = '2';

/** Entries that are not stored yet are sent as events later. */
const SKIP_WAITING = true;

export const EVENT_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/events',
    id: 'listen',
    tag: 'events',
    summary: 'A stream of events',
    description:
      'Server-sent events. Each has an id, a type (`GatewayEvent`) and JSON `{ type, data, timestamp }`. `data` of `sessions.*` is `{ session_id, status, tool_call_count, total_tokens }`; of `tool_calls.*` `{ id, session_id, server, tool, class, title, client_name, summary, status, duration_ms, error_message }`; of `approvals.*` `{ id, call_id, session_id, server, tool, title, class, client_name, reason, status, expires_at }`; of `servers.changed` `{ server, state }`; of `tools.changed` `{ server }` if only one changed. With the id of the last received event the stream continues after it; if that is not possible, it starts with a `reset` (`ResetEvent`), and the client must reload everything. A stream that is not read is closed.',
    query: {
      types: someOf('Only events of these types; `tool_calls` selects all types with that prefix.', selectableTypes),
      last_event_id: text('For clients that cannot send the header.'),
    },
    headers: { 'last-event-id': 'The id of the last received event. It takes precedence over the parameter.' },
    answers: { 200: { description: 'An endless stream.', types: ['text/event-stream'] } },
    errors: ['record_unavailable', 'unavailable'],
    handle: (context, deps, { types, last_event_id }) => {
      if (context.req.method === 'HEAD') return context.body(null, 200, HEADERS);
      return listen(context, deps, matchTypes(types), context.req.header('last-event-id') ?? last_event_id);
    },
  }),
];

async function listen(
  context: RestContext,
  deps: RestDeps,
  isWanted: (type: string) => boolean,
  lastEventId: string | undefined,
): Promise<Response> {
  const { outgoing } = context.env;
  const given = new AbortController();
  const signal = AbortSignal.any([context.req.raw.signal, given.signal]);
  const closeConnection = outgoing && (() => void outgoing.destroy());
  try {
    const opened = await askRecord(
      deps,
      () => deps.events.open({ lastEventId, isWanted, signal, closeConnection }),
      SKIP_WAITING,
    );
    if (opened.kind === 'stream') return context.body(opened.body, 200, HEADERS);
    context.header('retry-after', RETRY_AFTER_S);
    return fail(context, 'unavailable', UNAVAILABLE[opened.kind]);
  } catch (error) {
    // Close the stream if it opens after the timeout, because it has no reader.
    given.abort();
    throw error;
  }
}

const UNAVAILABLE = {
  full: 'Too many event streams are open. Close a page, or try again later.',
  closed: 'The gateway is stopping.',
};

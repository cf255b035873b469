import { sessionListSchema, sessionSchema, toolCallListSchema } from '@toolmark/api-contract';
import { parseSessionCursor } from '@toolmark/record';
import { badRequest, notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { CALL_FILTERS, CALL_PAGE, pageParameters, problemsIn, toCallFilter, toPage, toSpan } from './call-query.ts';
import { flag, moment, oneOf, text } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const ID = { id: 'The id of a session.' };

/** The default number of kept sessions. */
const MAX_SESSIONS = 100;

export const SESSION_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/sessions',
    id: 'listSessions',
    tag: 'sessions',
    summary: 'Sessions, newest first',
    query: {
      status: oneOf('The status.', ['active', 'closed']),
      client: text('The name of the client.'),
      from: moment('Started at this time or later.'),
      to: moment('Started before this time.'),
      empty: flag('Include sessions that ended without a call.'),
      ...pageParameters(MAX_SESSIONS, 10),
    },
    answers: { 200: { description: 'One page, and the total number of matches.', schema: sessionListSchema } },
    errors: ['record_unavailable'],
    handle: async (context, deps, { status, client, from, to, empty, ...asked }) => {
      const span = toSpan(from, to, deps.now());
      const page = toPage(asked, (cursor) => parseSessionCursor(cursor) !== undefined);
      if (!span.ok || !page.ok) return badRequest(context, [...problemsIn(span), ...problemsIn(page)]);
      const filter = {
        ...(status && { status }),
        ...(client !== undefined && { clientName: client }),
        ...span.value,
        isUsed: !empty,
      };
      return context.json(await askRecord(deps, (reader) => reader.sessions(filter, page.value)));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/sessions/{id}',
    id: 'getSession',
    tag: 'sessions',
    summary: 'One session',
    pathParameters: ID,
    query: NO_QUERY,
    answers: { 200: { description: 'Its current state.', schema: sessionSchema } },
    errors: ['not_found', 'record_unavailable'],
    handle: async (context, deps) => {
      const id = context.req.param('id') ?? '';
      const session = await askRecord(deps, (reader) => reader.session(id));
      return session === undefined ? notFound(context, noSession(id)) : context.json(session);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/sessions/{id}/tool-calls',
    id: 'listSessionCalls',
    tag: 'sessions',
    summary: 'The calls of one session, newest first',
    pathParameters: ID,
    query: { ...CALL_FILTERS, ...CALL_PAGE },
    answers: { 200: { description: 'One page, and the total number of matches.', schema: toolCallListSchema } },
    errors: ['not_found', 'record_unavailable'],
    handle: async (context, deps, query) => {
      const id = context.req.param('id') ?? '';
      const filter = toCallFilter(query, id, deps.now());
      const page = toPage(query);
      if (!filter.ok || !page.ok) return badRequest(context, [...problemsIn(filter), ...problemsIn(page)]);
      const session = await askRecord(deps, (reader) => reader.session(id));
      if (session === undefined) return notFound(context, noSession(id));
      return context.json(await askRecord(deps, (reader) => reader.calls(filter.value, page.value)));
    },
  }),
];

/** The session may have been deleted by the retention while a page shows it. */
const noSession = (id: string): string => `There is no session '${id}'; it may have been deleted to make room.`;

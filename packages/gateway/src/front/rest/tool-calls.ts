import { toolCallDetailSchema, toolCallListSchema } from '@toolmark/api-contract';
import { badRequest, notFound } from './answers.ts';
import { askRecord } from './ask-record.ts';
import { CALL_FILTERS, CALL_PAGE, problemsIn, SESSION_FILTER, toCallFilter, toPage } from './call-query.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const TOOL_CALL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/tool-calls',
    id: 'listToolCalls',
    tag: 'tool-calls',
    summary: 'Calls, newest first',
    query: { ...SESSION_FILTER, ...CALL_FILTERS, ...CALL_PAGE },
    answers: { 200: { description: 'One page, and the total number of matches.', schema: toolCallListSchema } },
    errors: ['record_unavailable'],
    handle: async (context, deps, query) => {
      const filter = toCallFilter(query, query.session_id, deps.now());
      const page = toPage(query);
      if (!filter.ok || !page.ok) return badRequest(context, [...problemsIn(filter), ...problemsIn(page)]);
      return context.json(await askRecord(deps, (reader) => reader.calls(filter.value, page.value)));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/tool-calls/{id}',
    id: 'getToolCall',
    tag: 'tool-calls',
    summary: 'One call with its arguments and result',
    pathParameters: { id: 'The id of a call.' },
    query: NO_QUERY,
    answers: { 200: { description: 'The recorded call.', schema: toolCallDetailSchema } },
    errors: ['not_found', 'record_unavailable'],
    handle: async (context, deps) => {
      const id = context.req.param('id') ?? '';
      const call = await askRecord(deps, (reader) => reader.call(id));
      return call === undefined ? notFound(context, noCall(id)) : context.json(call);
    },
  }),
];

export const noCall = (id: string): string => `There is no call '${id}'; it may have been deleted to make room.`;

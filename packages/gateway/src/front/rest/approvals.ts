import { approvalListSchema, approvalRequestSchema, approvalSchema, sentParamsSchema } from '@toolmark/api-contract';
import { answerApproval, noApproval, showSent } from './answer-approval.ts';
import { badRequest, notFound } from './answers.ts';
import { approvalStatusFilters, listApprovals } from './approval-list.ts';
import { askRecord } from './ask-record.ts';
import { toSpan } from './call-query.ts';
import { moment, offsetParameter, someOf, wholeNumber } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const ID = { id: 'The id of an approval.' };

/** Each contains the arguments of a call, so this page can be several megabytes. */
const MAX_APPROVALS = 500;

const PENDING = ['pending'] as const;

export const APPROVAL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/approvals',
    id: 'listApprovals',
    tag: 'approvals',
    summary: 'Approval requests, pending and answered',
    description:
      'Pending requests come first, the oldest of them at the top; the others follow, newest first. Pending requests are available even if calls are not recorded.',
    query: {
      status: someOf('The status; pending by default.', approvalStatusFilters),
      from: moment('Requested at this time or later.'),
      to: moment('Requested before this time.'),
      limit: wholeNumber('Maximum number of entries.', { min: 1, max: MAX_APPROVALS, defaultValue: 50 }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page, and the total number of matches.', schema: approvalListSchema } },
    errors: ['record_unavailable'],
    handle: async (context, deps, { status = PENDING, from, to, limit, offset }) => {
      const span = toSpan(from, to, deps.now());
      if (!span.ok) return badRequest(context, span.error);
      return context.json(await listApprovals(deps, status, { ...span.value, limit, offset }));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/approvals/{id}',
    id: 'getApproval',
    tag: 'approvals',
    summary: 'One approval request',
    pathParameters: ID,
    query: NO_QUERY,
    answers: { 200: { description: 'Its current state.', schema: approvalSchema } },
    errors: ['not_found', 'record_unavailable'],
    handle: async (context, deps) => {
      const id = context.req.param('id') ?? '';
      const approval = deps.approvals.get(id) ?? (await askRecord(deps, (reader) => reader.approval(id)));
      return approval === undefined ? notFound(context, noApproval(id)) : context.json(approval);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/approvals/{id}/params',
    id: 'getApprovalParams',
    tag: 'approvals',
    summary: 'Everything that a pending call will send',
    description:
      'The complete text of which `sent` in an approval has the beginning: the JSON of `params` exactly as it will be sent to the server, including secrets, which `marks` point at. `sha256` is of this text in UTF-8. The text is kept in memory only until the request is answered; the record contains it without secrets.',
    pathParameters: ID,
    query: NO_QUERY,
    answers: { 200: { description: 'The complete text.', schema: sentParamsSchema } },
    errors: ['not_found', 'already_resolved', 'conflict', 'record_unavailable'],
    handle: showSent,
  }),
  defineRoute({
    method: 'post',
    path: '/approvals/{id}',
    id: 'answerApproval',
    tag: 'approvals',
    summary: 'Approves or denies a call',
    description:
      'The first answer counts. `once` is for exactly this call with these arguments; `session` and `always` also cover later calls of the tool, or with `scope: arguments` only those with the same arguments, and can be revoked under `/grants`. A denial covers one call. Who answered, and by which route (`page` with the cookie of the page, `cli` with the owner’s token, `api` with a named API token), follows from the credential. An answer by a route that `policy.ask.routes` disables, or an approval without the passkey that `policy.ask.presence` requires, is rejected with 403.',
    pathParameters: ID,
    query: NO_QUERY,
    body: approvalRequestSchema,
    answers: { 200: { description: 'The answered request.', schema: approvalSchema } },
    errors: ['not_found', 'forbidden', 'already_resolved', 'conflict', 'too_large', 'unsupported_media_type'],
    handle: answerApproval,
  }),
];

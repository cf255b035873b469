import { approvalListSchema, approvalRequestSchema, approvalSchema, sentParamsSchema } from '@toolmark/api-contract';
import { answerApproval, noApproval, showSent } from './answer-approval.ts';
import { badRequest, notFound } from './answers.ts';
import { listApprovals, wantedApprovals } from './approval-list.ts';
import { askRecord } from './ask-record.ts';
import { toSpan } from './call-query.ts';
import { moment, offsetParameter, someOf, wholeNumber } from './parameters.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

const ID = { id: 'Of an approval.' };

/** Each carries the arguments of a call, so that a page may be a few megabytes. */
const MAX_APPROVALS = 500;

const WAITING = ['pending'] as const;

export const APPROVAL_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/approvals',
    id: 'listApprovals',
    tag: 'approvals',
    summary: 'Calls that wait, or waited, for a person',
    description:
      'Those that wait come first, the one that has waited longest at the front; then the others, the newest first. Those that wait are known whether calls are recorded or not.',
    query: {
      status: someOf('What became of them; those that wait unless given.', wantedApprovals),
      from: moment('Asked then or later.'),
      to: moment('Asked before.'),
      limit: wholeNumber('How many.', { least: 1, most: MAX_APPROVALS, absent: 50 }),
      offset: offsetParameter(),
    },
    answers: { 200: { description: 'One page, and how many match in all.', schema: approvalListSchema } },
    errors: ['record_unavailable'],
    handle: async (context, deps, { status = WAITING, from, to, limit, offset }) => {
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
    summary: 'One call that waits, or waited, for a person',
    pathParameters: ID,
    query: NO_QUERY,
    answers: { 200: { description: 'As it is now.', schema: approvalSchema } },
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
    summary: 'Everything that a call sends which waits for a person',
    description:
      'All of the text of which `sent` in an approval has the beginning: the JSON of `params` exactly as it goes to the server, with secrets, which `marks` point at. `sha256` is of this text in UTF-8. It is in memory only while the call waits for an answer; once it is decided, the record has it without secrets.',
    pathParameters: ID,
    query: NO_QUERY,
    answers: { 200: { description: 'All of it.', schema: sentParamsSchema } },
    errors: ['not_found', 'already_resolved', 'conflict', 'record_unavailable'],
    handle: showSent,
  }),
  defineRoute({
    method: 'post',
    path: '/approvals/{id}',
    id: 'answerApproval',
    tag: 'approvals',
    summary: 'Lets a call pass, or refuses it',
    description:
      'The first answer counts. `once` is for this very call, with these arguments; `session` and `always` are for later calls of the tool too, or with `scope: arguments` for those with the same arguments, and can be revoked under `/grants`. A denial is never remembered. Who answered, and where (`page` with the cookie of the page, `cli` with the owner’s token, `api` with a named token for the API), comes from the credential. An answer by a route that `policy.ask.routes` switches off, or an approval without the passkey that `policy.ask.presence` wants, is refused with 403.',
    pathParameters: ID,
    query: NO_QUERY,
    body: approvalRequestSchema,
    answers: { 200: { description: 'The answer counts.', schema: approvalSchema } },
    errors: ['not_found', 'forbidden', 'already_resolved', 'conflict', 'too_large', 'unsupported_media_type'],
    handle: answerApproval,
  }),
];

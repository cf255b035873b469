import {
  newPasskeyRequestSchema,
  passkeyChallengeSchema,
  passkeyListSchema,
  passkeyPurposeSchema,
  passkeySchema,
  removePasskeyRequestSchema,
} from '@toolmark/api-contract';
import { approvalDigest } from '../presence/approval-digest.ts';
import { requiresPasskey } from '../presence/presence-problem.ts';
import { noApproval } from './answer-approval.ts';
import { fail, notFound } from './answers.ts';
import { readJsonBody, refuseBody } from './json-body.ts';
import { refusePasskey } from './refusals.ts';
import { requirePage } from './require-page.ts';
import { defineRoute, NO_QUERY, type Route } from './route.ts';

export const PASSKEY_ROUTES: readonly Route[] = [
  defineRoute({
    method: 'get',
    path: '/passkeys',
    id: 'listPasskeys',
    tag: 'access',
    summary: 'The enrolled passkeys, without their public keys',
    query: NO_QUERY,
    answers: { 200: { description: 'In the order of enrolment.', schema: passkeyListSchema } },
    errors: [],
    handle: (context, { passkeys, policy, localhostUrl }) => {
      const list = passkeys.list();
      return context.json({
        passkeys: list,
        total: list.length,
        is_required: requiresPasskey(policy.current()),
        page_url: localhostUrl ?? null,
        problem: passkeys.problem() ?? null,
      });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/passkeys/challenge',
    id: 'challengePasskey',
    tag: 'access',
    summary: 'Creates a WebAuthn challenge for one purpose',
    description:
      'Only for the page, in a signed-in browser. The challenge works once, within two minutes, and only for its purpose: for an approval that is its id, everything that will be sent, and how long the approval lasts.',
    query: NO_QUERY,
    body: passkeyPurposeSchema,
    answers: { 201: { description: 'The challenge in the JSON format of WebAuthn.', schema: passkeyChallengeSchema } },
    errors: ['forbidden', 'not_found', 'conflict', 'too_large', 'unsupported_media_type'],
    handle: async (context, { passkeys, approvals, limits }) => {
      const page = requirePage(context);
      if (!page.ok) return fail(context, 'forbidden', page.error);
      const body = await readJsonBody(context, passkeyPurposeSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const wanted = body.value;
      const approval = wanted.kind === 'approve' ? approvals.get(wanted.approval_id) : undefined;
      const digest = approval?.status === 'pending' ? approvalDigest(approval) : undefined;
      if (wanted.kind === 'approve' && digest === undefined) return notFound(context, noApproval(wanted.approval_id));
      const purpose = wanted.kind === 'approve' ? { ...wanted, digest: digest ?? '' } : wanted;
      const challenge = await passkeys.challenge(purpose, page.value);
      return challenge.ok ? context.json(challenge.value, 201) : refusePasskey(context, challenge.error);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/passkeys',
    id: 'enrolPasskey',
    tag: 'access',
    summary: 'Enrols a passkey',
    description: 'Only for the page. All but the first need the assertion of an enrolled passkey.',
    query: NO_QUERY,
    body: newPasskeyRequestSchema,
    answers: { 201: { description: 'The enrolled passkey.', schema: passkeySchema } },
    errors: ['forbidden', 'conflict', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { passkeys, limits }) => {
      const page = requirePage(context);
      if (!page.ok) return fail(context, 'forbidden', page.error);
      const body = await readJsonBody(context, newPasskeyRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const enrolled = await passkeys.enrol(body.value, page.value);
      return enrolled.ok ? context.json(enrolled.value, 201) : refusePasskey(context, enrolled.error);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/passkeys/{id}/remove',
    id: 'removePasskey',
    tag: 'access',
    summary: 'Removes a passkey',
    description:
      'Only for the page, with the assertion of any enrolled passkey. If none is available: toolmark serve --reset-passkeys.',
    pathParameters: { id: 'The id of a passkey.' },
    query: NO_QUERY,
    body: removePasskeyRequestSchema,
    answers: { 200: { description: 'The removed passkey.', schema: passkeySchema } },
    errors: ['forbidden', 'not_found', 'too_large', 'unsupported_media_type', 'unavailable'],
    handle: async (context, { passkeys, limits }) => {
      const page = requirePage(context);
      if (!page.ok) return fail(context, 'forbidden', page.error);
      const body = await readJsonBody(context, removePasskeyRequestSchema, limits);
      if (!body.ok) return refuseBody(context, body.error);
      const removed = await passkeys.remove(context.req.param('id') ?? '', body.value.assertion, page.value);
      return removed.ok ? context.json(removed.value) : refusePasskey(context, removed.error);
    },
  }),
];

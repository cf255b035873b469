import { err, fingerprint } from '@toolmark/annotations';
import {
  type AcceptRequest,
  apiErrorSchema,
  gatewayStatusSchema,
  type Standing,
  toolDetailSchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { ChangeProblem } from '../../calls/hints/change-problem.ts';
import type { Acceptance } from '../../calls/hints/standings.ts';
import type { RestDeps } from './deps.ts';
import { DELETE_NOTE } from './fixtures/a-gateway.ts';
import { get, OWNERS } from './fixtures/api.ts';
import { OK_STANDING, OK_STANDINGS } from './fixtures/no-policy.ts';
import { jsonRequest } from './fixtures/requests.ts';

const PATH = '/tools/notes/delete_note/accept';
const HELD: Standing = {
  ...OK_STANDING,
  state: 'held',
  holds: [{ kind: 'relaxed', reason: 'destructiveHint was true.' }],
};

/** `delete_note` is held until it is accepted. */
const holding = () => {
  const accepted: (readonly [string, Acceptance])[] = [];
  const standings: RestDeps['standings'] = {
    ...OK_STANDINGS,
    view: ({ definition }) => (definition.name === 'delete_note' && accepted.length === 0 ? HELD : OK_STANDING),
    accept: (tool, acceptance) => {
      accepted.push([tool.definition.name, acceptance]);
      return OK_STANDINGS.accept(tool, acceptance);
    },
  };
  return { accepted, deps: { standings } };
};

describe('POST /tools/{server}/{tool}/accept', () => {
  it.each(OWNERS)('accepts the current tool in the name of the credential %j', async (credential, { by }) => {
    const { accepted, deps } = holding();
    const is = await fingerprint(DELETE_NOTE);
    const body: AcceptRequest = { fingerprint: is, reason: 'read it' };
    expect((await get(toolDetailSchema, '/tools/notes/delete_note', 'GET', deps)).value.standing).toEqual(HELD);
    const headers = { 'toolmark-client': 'web/1.0' };
    const forged = await get(apiErrorSchema, PATH, jsonRequest('POST', { ...body, author: 'mallory' }, headers), deps);
    expect([forged.status, forged.value.error.message, accepted]).toEqual([
      400,
      expect.stringMatching(/^author is determined by the credential/),
      [],
    ]);
    const { status, value } = await get(toolDetailSchema, PATH, jsonRequest('POST', body, headers), deps, credential);
    expect([status, value.name, value.standing]).toEqual([200, 'delete_note', OK_STANDING]);
    expect(accepted).toEqual([['delete_note', { author: by, reason: 'read it', fingerprint: is }]]);
  });

  it('accepts only the reviewed definition', async () => {
    const { accepted, deps } = holding();
    const is = await fingerprint(DELETE_NOTE);
    for (const seen of [
      { ...is, hints: 'readOnly=absent' },
      { ...is, prose: 'other' },
    ]) {
      const { status, value } = await get(apiErrorSchema, PATH, jsonRequest('POST', { fingerprint: seen }), deps);
      expect([status, value.error]).toEqual([
        409,
        {
          code: 'conflict',
          message:
            "Tool 'delete_note' of server 'notes' has changed since you reviewed it. Review it again before you accept it.",
        },
      ]);
    }
    expect(accepted).toEqual([]);
    await get(toolDetailSchema, PATH, jsonRequest('POST', { fingerprint: is }), deps);
    expect(accepted).toHaveLength(1);
  });

  it.each<[ChangeProblem, number, string]>([
    [{ kind: 'conflict', message: 'It has changed since.' }, 409, 'conflict'],
    [{ kind: 'unwritable', message: 'toolmark.lock cannot be written.' }, 503, 'unavailable'],
  ])('reports that it could not be accepted: %j', async (problem, expected, code) => {
    const standings = { ...OK_STANDINGS, accept: () => Promise.resolve(err(problem)) };
    const init = jsonRequest('POST', { fingerprint: await fingerprint(DELETE_NOTE) });
    const { status, value } = await get(apiErrorSchema, PATH, init, { standings });
    expect([status, value.error]).toEqual([expected, { code, message: problem.message }]);
  });

  it.each<[string, RequestInit, number, string]>([
    [
      '/tools/notes/delete_not/accept',
      jsonRequest('POST'),
      404,
      "Server 'notes' has no tool 'delete_not'. Did you mean delete_note?",
    ],
    // Without a fingerprint, an unseen definition could be accepted.
    [PATH, jsonRequest('POST'), 400, 'fingerprint must be an object'],
    [PATH, jsonRequest('POST', { fingerprint: 'x' }), 400, 'fingerprint must be an object'],
    [PATH, jsonRequest('POST', { fingerprint: { hints: 'h' } }), 400, 'fingerprint.prose must be a text'],
    [
      PATH,
      jsonRequest('POST', { fingerprint: { hints: 'h', prose: 'p', x: 1 } }),
      400,
      'fingerprint.x is not a known field',
    ],
  ])('%s is rejected: %#', async (path, init, expected, message) => {
    const { accepted, deps } = holding();
    const { status, value } = await get(apiErrorSchema, path, init, deps);
    expect([status, value.error.message, accepted]).toEqual([expected, message, []]);
  });
});

it('GET /status counts held tools', async () => {
  expect((await get(gatewayStatusSchema, '/status', 'GET', holding().deps)).value.held_tools).toBe(1);
});

import { err, ok } from '@toolmark/annotations';
import {
  type Approval,
  apiErrorSchema,
  approvalListSchema,
  approvalSchema,
  gatewayStatusSchema,
  type SentParams,
  sentParamsSchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { AnswerProblem, GivenAnswer } from '../../calls/approvals/approvals.ts';
import type { RestDeps } from './deps.ts';
import { get, OWNERS } from './fixtures/api.ts';
import { anAnswer, anApproval, approvalsIn } from './fixtures/approvals.ts';
import { NO_APPROVALS } from './fixtures/no-policy.ts';
import { noRecord } from './fixtures/no-record.ts';
import { jsonRequest } from './fixtures/requests.ts';

const over = (id: string, status: Approval['status']) => anApproval(id, { status, is_waiting: false });

/** `w1` and `w2` are pending here; `elsewhere` is pending in the record; memory knows that `late` was denied. */
const W1 = anApproval('w1');
const W2 = anApproval('w2');
const MEMORY = [W1, W2, over('late', 'denied')];
const STORED = [
  W1,
  over('new', 'approved'),
  anApproval('elsewhere'),
  anApproval('late'),
  over('no', 'denied'),
  over('old', 'expired'),
  over('gone', 'cancelled'),
];

const SENT: SentParams = {
  bytes: 24,
  sha256: 'ab12',
  text: '{"x":12345678901234567890}',
  is_cut: false,
  marks: [{ start: 5, end: 25, kind: 'secret' }],
  searched: 26,
  headers: { 'mcp-param-a': 'b' },
};

const holding = (memory: readonly Approval[], stored: readonly Approval[]): Partial<RestDeps> => ({
  approvals: {
    ...NO_APPROVALS,
    pending: () => memory.filter(({ status }) => status === 'pending'),
    get: (id) => memory.find((approval) => approval.id === id),
    sent: (id) => (id === 'w1' ? SENT : undefined),
  },
  recorder: { ...noRecord({ state: 'ok' }), reader: approvalsIn(stored) },
});
const deps = holding(MEMORY, STORED);

describe('GET /approvals', () => {
  it.each<[string, number, readonly string[]]>([
    ['', 2, ['w1', 'w2']],
    ['?status=pending', 2, ['w1', 'w2']],
    ['?status=pending&limit=1', 2, ['w1']],
    ['?status=pending&offset=1', 2, ['w2']],
    ['?status=approved', 1, ['new']],
    ['?status=denied,expired', 2, ['no', 'old']],
    ['?status=cancelled', 1, ['gone']],
    ['?status=all', 8, ['w1', 'w2', 'elsewhere', 'late', 'new', 'no', 'old', 'gone']],
    ['?status=pending&status=expired', 4, ['w1', 'w2', 'elsewhere', 'old']],
    ['?status=all&limit=3', 8, ['w1', 'w2', 'elsewhere']],
    ['?status=all&limit=3&offset=3', 8, ['late', 'new', 'no']],
    ['?status=all&limit=3&offset=6', 8, ['old', 'gone']],
    ['?status=all&offset=99', 8, []],
  ])('%s returns %i: %j', async (query, total, ids) => {
    const { value } = await get(approvalListSchema, `/approvals${query}`, 'GET', deps);
    expect([value.total, value.approvals.map(({ id }) => id)]).toEqual([total, ids]);
  });

  it('prefers the state in memory', async () => {
    const { value } = await get(approvalListSchema, '/approvals?status=all', 'GET', deps);
    expect(value.approvals.slice(0, 4).map(({ status }) => status)).toEqual([
      'pending',
      'pending',
      'pending',
      'denied',
    ]);
    expect(value).toMatchObject({ limit: 50, offset: 0, approvals: [W1, W2, {}, {}, {}, {}, {}, {}] });
  });

  it('shows an approval once that is answered while the record is read', async () => {
    const memory = [W1];
    const reader = approvalsIn([over('w1', 'approved')]);
    const given = holding(memory, []);
    const { value } = await get(approvalListSchema, '/approvals?status=all', 'GET', {
      ...given,
      recorder: { ...noRecord({ state: 'ok' }), reader },
    });
    expect(value.approvals.map(({ id }) => id)).toEqual(['w1']);
  });

  it.each<[string, number, readonly string[]]>([
    ['from=2026-11-15T11:59:00Z', 1, ['now']],
    ['from=30m', 1, ['now']],
    ['to=2026-11-15T11:59:00Z', 1, ['then']],
    ['status=all&from=2026-11-15T10:30:00Z', 2, ['now', 'answered']],
    ['status=all&to=2026-11-15T11:00:00Z', 2, ['then', 'earlier']],
    ['status=all&from=2026-11-15T10:30:00Z&limit=1&offset=1', 2, ['answered']],
  ])('?%s filters by the time of the request', async (query, total, ids) => {
    const then = { requested_at: '2026-11-15T10:00:00.000Z' };
    const approved = { status: 'approved', is_waiting: false } as const;
    const memory = [anApproval('then', then), anApproval('now')];
    const stored = [anApproval('answered', approved), anApproval('earlier', { ...approved, ...then })];
    const { value } = await get(approvalListSchema, `/approvals?${query}`, 'GET', holding(memory, stored));
    expect([value.total, value.approvals.map(({ id }) => id)]).toEqual([total, ids]);
  });

  it('lists pending ones without a record', async () => {
    const given = { ...deps, recorder: noRecord() };
    expect((await get(approvalListSchema, '/approvals', 'GET', given)).value.total).toBe(2);
    expect((await get(apiErrorSchema, '/approvals?status=all', 'GET', given)).status).toBe(503);
  });

  it.each(['status=open', 'status=', 'limit=0', 'limit=501', 'cursor=x', 'from=x', 'from=1h&to=2h'])(
    '?%s is rejected',
    async (query) => {
      expect((await get(apiErrorSchema, `/approvals?${query}`, 'GET', deps)).status).toBe(400);
    },
  );
});

describe('GET /approvals/{id}/params', () => {
  it('returns everything that is sent, with exact numbers', async () => {
    expect((await get(sentParamsSchema, '/approvals/w1/params', 'GET', deps)).value).toEqual(SENT);
  });

  it.each([
    ['no', 409, 'already_resolved', /was denied already|expired.* Its parameters are only kept while it waits\./],
    ['elsewhere', 409, 'conflict', /another gateway.*its parameters are not available here/],
    ['nobody', 404, 'not_found', /There is no approval 'nobody'/],
  ])('of %s fails with %i %s', async (id, status, code, message) => {
    const answer = await get(apiErrorSchema, `/approvals/${id}/params`, 'GET', deps);
    expect([answer.status, answer.value.error.code]).toEqual([status, code]);
    expect(answer.value.error.message).toMatch(message);
  });
});

describe('GET /approvals/{id}', () => {
  it.each([
    ['w1', 'pending'],
    ['late', 'denied'],
    ['elsewhere', 'pending'],
    ['old', 'expired'],
  ])('%s is %s', async (id, status) => {
    const { value } = await get(approvalSchema, `/approvals/${id}`, 'GET', deps);
    expect([value.id, value.status]).toEqual([id, status]);
  });

  it('needs no record for a pending one', async () => {
    const { value } = await get(approvalSchema, '/approvals/w1', 'GET', { ...deps, recorder: noRecord() });
    expect(value).toEqual(W1);
  });

  it('reports an unknown id', async () => {
    const { status, value } = await get(apiErrorSchema, '/approvals/x', 'GET', deps);
    expect([status, value.error.message]).toEqual([
      404,
      "There is no approval 'x'; it may have been deleted to make room.",
    ]);
  });
});

describe('POST /approvals/{id}', () => {
  const answering = (outcome: ReturnType<RestDeps['approvals']['answer']>) => {
    const given: (readonly [string, GivenAnswer])[] = [];
    const approvals: RestDeps['approvals'] = {
      ...NO_APPROVALS,
      answer: (id, answer) => {
        given.push([id, answer]);
        return outcome;
      },
    };
    return { given, deps: { ...deps, approvals } };
  };
  const APPROVED = anApproval('w1', { status: 'approved', answer: anAnswer() });

  it.each<[unknown, Pick<GivenAnswer, 'decision' | 'remember' | 'scope'>]>([
    [{ decision: 'approve' }, { decision: 'approve', remember: 'once', scope: 'tool' }],
    [
      { decision: 'approve', remember: 'session' },
      { decision: 'approve', remember: 'session', scope: 'tool' },
    ],
    [
      { decision: 'approve', remember: 'always', scope: 'arguments' },
      { decision: 'approve', remember: 'always', scope: 'arguments' },
    ],
    [{ decision: 'deny' }, { decision: 'deny', remember: 'once', scope: 'tool' }],
    [
      { decision: 'deny', remember: 'always' },
      { decision: 'deny', remember: 'once', scope: 'tool' },
    ],
  ])('%j', async (body, expected) => {
    const { given, deps } = answering(ok(APPROVED));
    const { status, value } = await get(approvalSchema, '/approvals/w1', jsonRequest('POST', body), deps);
    expect([status, value]).toEqual([200, APPROVED]);
    expect(given).toEqual([['w1', { ...expected, route: 'cli', by: 'ada', presence: 'none' }]]);
  });

  it.each(OWNERS)('by %j is recorded with that credential, ignoring headers', async (credential, decider) => {
    const { given, deps } = answering(ok(APPROVED));
    for (const client of ['web/1.0', 'cli/1.0', 'mallory/1.0']) {
      const init = jsonRequest(
        'POST',
        { decision: 'approve' },
        { 'Toolmark-Client': client, 'x-toolmark-route': 'page' },
      );
      await get(approvalSchema, '/approvals/w1', init, deps, credential);
    }
    expect(given.map(([, { route, by, presence }]) => ({ route, by, presence }))).toEqual(
      Array(3).fill({ ...decider, presence: 'none' }),
    );
  });

  it.each<[AnswerProblem, number, string]>([
    [{ kind: 'not-allowed', message: 'Answer it on the page.' }, 403, 'forbidden'],
    [{ kind: 'not-offered', message: 'Approve it once, or always.' }, 409, 'conflict'],
  ])('reports a failed answer: %j', async (problem, expected, code) => {
    const init = jsonRequest('POST', { decision: 'approve' });
    const { status, value } = await get(apiErrorSchema, '/approvals/w1', init, answering(err(problem)).deps);
    expect([status, value.error]).toEqual([expected, { code, message: 'message' in problem ? problem.message : '' }]);
  });

  const WHAT = "The call of 'delete_note' of server 'notes'";
  it.each<[string, Partial<Approval>, string]>([
    [
      'approved',
      { status: 'approved', answer: anAnswer() },
      `${WHAT} was approved already by toolmark-web on the page, at 2026-11-15T11:59:30.000Z.`,
    ],
    [
      'denied by an unknown person',
      { status: 'denied', answer: anAnswer({ decision: 'deny', route: 'api', by: null }) },
      `${WHAT} was denied already through the API, at 2026-11-15T11:59:30.000Z.`,
    ],
    [
      'expired',
      { status: 'expired' },
      `${WHAT} expired at 2026-11-15T12:14:00.000Z without an answer. Call the tool again if it is still needed.`,
    ],
    ['cancelled', { status: 'cancelled' }, `${WHAT} was cancelled before it was answered.`],
  ])('explains a late answer: %s', async (_what, facts, message) => {
    const resolved = anApproval('r', facts);
    const inMemory = answering(err({ kind: 'resolved', approval: resolved })).deps;
    // After a restart only the record has it.
    const inRecord = {
      ...answering(err({ kind: 'not-found' })).deps,
      recorder: holding([], [resolved]).recorder,
    };
    for (const given of [inMemory, inRecord]) {
      const init = jsonRequest('POST', { decision: 'approve' });
      const { status, value } = await get(apiErrorSchema, '/approvals/r', init, given as Partial<RestDeps>);
      expect([status, value.error]).toEqual([409, { code: 'already_resolved', message }]);
    }
  });

  it('is refused for a request of another gateway', async () => {
    const init = jsonRequest('POST', { decision: 'approve' });
    const { status, value } = await get(
      apiErrorSchema,
      '/approvals/elsewhere',
      init,
      answering(err({ kind: 'not-found' })).deps,
    );
    expect([status, value.error.code]).toEqual([409, 'conflict']);
  });

  it.each([noRecord(), noRecord({ state: 'failing', problem: 'The disk is full.' }), deps.recorder])(
    'needs an existing request, with any state of the record: %#',
    async (recorder) => {
      const given = { ...answering(err({ kind: 'not-found' })).deps, ...(recorder && { recorder }) };
      const { status, value } = await get(
        apiErrorSchema,
        '/approvals/x',
        jsonRequest('POST', { decision: 'deny' }),
        given,
      );
      expect([status, value.error.code]).toEqual([404, 'not_found']);
    },
  );

  it.each<[unknown, string]>([
    [undefined, 'decision must be one of: approve, deny'],
    [{ decision: 'yes' }, 'decision must be one of: approve, deny'],
    [{ decision: 'approve', by: 'ada' }, 'by is determined by the credential of the request: leave it out'],
    [{ decision: 'approve', route: 'page' }, expect.stringMatching(/^route is determined by the credential/)],
    [{ decision: 'approve', presence: 'passkey' }, expect.stringMatching(/^presence is determined by the credential/)],
    [{ decision: 'approve', remember: 'forever' }, 'remember must be one of: once, session, always'],
    [{ decision: 'approve', scope: 'server' }, 'scope must be one of: tool, arguments'],
    [{ decision: 'approve', for: 'me' }, 'for is not a known field'],
    [[], 'body must be an object'],
  ])('rejects %j', async (body, message) => {
    const { given, deps } = answering(ok(APPROVED));
    const { status, value } = await get(apiErrorSchema, '/approvals/w1', jsonRequest('POST', body), deps);
    expect([status, value.error.message, given]).toEqual([400, message, []]);
  });

  it('rejects other types and long bodies', async () => {
    const { given, deps } = answering(ok(APPROVED));
    const approve = { decision: 'approve' };
    for (const [init, status] of [
      [jsonRequest('POST', approve, { 'content-type': 'text/plain' }), 415],
      [jsonRequest('POST', { decision: 'x'.repeat(1_000) }), 413],
    ] as const) {
      expect((await get(apiErrorSchema, '/approvals/w1', init, deps)).status).toBe(status);
    }
    expect(given).toEqual([]);
  });
});

it('GET /status counts pending approvals', async () => {
  expect((await get(gatewayStatusSchema, '/status', 'GET', deps)).value.approvals_pending).toBe(2);
});

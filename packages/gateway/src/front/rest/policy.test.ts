import { err, ok } from '@toolmark/annotations';
import {
  apiErrorSchema,
  type ExplainRequest,
  type PolicyExplanation,
  policyExplanationSchema,
  policyInUseSchema,
} from '@toolmark/api-contract';
import { DEFAULT_POLICY, policySchema, toPolicy } from '@toolmark/config';
import { describe, expect, it } from 'vitest';
import type { PolicyEntry } from '../../../../config/src/policy-schema.ts';
import type { RestDeps } from './deps.ts';
import { get } from './fixtures/api.ts';
import { NO_POLICY } from './fixtures/no-policy.ts';
import { jsonRequest } from './fixtures/requests.ts';

const FULL: PolicyEntry = {
  rules: [
    { name: 'never', decision: 'deny', reason: 'Not today.', server: 'notes', tool: ['delete_*', 'purge_*'] },
    {
      decision: 'allow',
      class: 'destructive',
      hints: { readOnlyHint: true, openWorldHint: { value: false, source: ['override', 'verified'] } },
      contradicted: false,
      client: 'cursor',
      token: '*',
      mode: ['web', 'cli'],
      session: { private_data_read: true, callsOver: 3 },
      arguments: {
        '$.action': 'list',
        '$.id': { in: [1, null] },
        '$.text': { matches: '^x' },
        '$.all': { exists: false },
      },
    },
  ],
  defaults: { additive: 'ask' },
  risk: 'deny',
  ask: { wait: 1.5, expiry: 60 },
  limits: [
    { calls: 3, seconds: 60, class: 'destructive', per: 'token' },
    { name: 'all', calls: 1_000 },
  ],
  retry: { attempts: 1, deadline: 5 },
  checks: { secret: 'hold' },
  resultBytes: 2_048,
};

describe('GET /policy', () => {
  it.each<[string, PolicyEntry]>([
    ['none', {}],
    ['one with everything', FULL],
  ])('is a config that yields the same policy: %s', async (_what, entry) => {
    const policy = toPolicy(entry);
    const { value } = await get(policyInUseSchema, '/policy', 'GET', {
      policy: { ...NO_POLICY.policy, current: () => policy },
    });
    expect(toPolicy(policySchema.parse(value))).toEqual(policy);
  });

  it('includes defaults', async () => {
    const { value } = await get(policyInUseSchema, '/policy');
    expect(value).toEqual({
      rules: [],
      defaults: { read: 'allow', additive: 'allow', destructive: 'ask', contradicted: 'hold' },
      risk: 'warn',
      ask: { wait: 50, expiry: 900, routes: ['client', 'page', 'cli', 'api'], presence: 'none' },
      limits: [],
      retry: { attempts: 3, deadline: 30 },
      checks: DEFAULT_POLICY.checks,
      resultBytes: 1_048_576,
    });
  });
});

describe('POST /policy/explain', () => {
  const EXPLANATION: PolicyExplanation = {
    decision: { kind: 'deny', rule: 'never', reason: 'Not today.' },
    ask: null,
    steps: [{ rule: 'never', matched: true, because: 'tool delete_note is like delete_*' }],
  };
  const explaining = (outcome: ReturnType<RestDeps['policy']['explain']>) => {
    const asked: (readonly [ExplainRequest, string])[] = [];
    const explain: RestDeps['policy']['explain'] = (...given) => {
      asked.push(given);
      return outcome;
    };
    return { asked, deps: { policy: { ...NO_POLICY.policy, explain } } };
  };

  it.each<ExplainRequest>([
    { server: 'notes', tool: 'delete_note' },
    { server: 'notes', tool: 'delete_note', arguments: { id: 1 }, client: 'cursor', token: 'ci', mode: 'search' },
  ])('%j', async (request) => {
    const { asked, deps } = explaining(ok(EXPLANATION));
    const { status, value } = await get(policyExplanationSchema, '/policy/explain', jsonRequest('POST', request), deps);
    expect([status, value, asked]).toEqual([200, EXPLANATION, [[request, 'local']]]);
  });

  it('suggests similar names', async () => {
    const { deps } = explaining(err({ message: "Server 'notes' has no tool 'x'.", suggestions: ['y'] }));
    const init = jsonRequest('POST', { server: 'notes', tool: 'x' });
    const { status, value } = await get(apiErrorSchema, '/policy/explain', init, deps);
    expect([status, value.error]).toEqual([
      404,
      { code: 'not_found', message: "Server 'notes' has no tool 'x'. Did you mean y?", suggestions: ['y'] },
    ]);
  });

  it.each<[unknown, string]>([
    [undefined, 'server must be a text; tool must be a text'],
    [{ server: 'notes', tool: 'x', arguments: [] }, 'arguments must be an object'],
    [{ server: 'notes', tool: 'x', mode: 'fax' }, 'mode must be one of: direct, search, web, cli, api'],
    [{ server: 'notes', tool: 'x', args: {} }, 'args is not a known field'],
  ])('rejects %j', async (body, message) => {
    const { asked, deps } = explaining(ok(EXPLANATION));
    const { status, value } = await get(apiErrorSchema, '/policy/explain', jsonRequest('POST', body), deps);
    expect([status, value.error.message, asked]).toEqual([400, message, []]);
  });
});

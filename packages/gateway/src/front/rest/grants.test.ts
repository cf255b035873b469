import { err, ok } from '@toolmark/annotations';
import { apiErrorSchema, grantListSchema, grantSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import type { RestDeps } from './deps.ts';
import { get } from './fixtures/api.ts';
import { aGrant } from './fixtures/approvals.ts';
import { NO_APPROVALS } from './fixtures/no-policy.ts';

const holding = (...ids: readonly string[]) => {
  const revoked: string[] = [];
  const approvals: RestDeps['approvals'] = {
    ...NO_APPROVALS,
    grants: () => ids.map(aGrant),
    revoke: (id) => {
      revoked.push(id);
      return Promise.resolve(id === 'stuck' ? err('It would hold again after a restart.') : ok(id !== 'taken'));
    },
  };
  return { revoked, deps: { approvals } };
};

describe('grants', () => {
  it('GET /grants lists them', async () => {
    const { value } = await get(grantListSchema, '/grants', 'GET', holding('g1', 'g2').deps);
    expect(value).toEqual({ grants: [aGrant('g1'), aGrant('g2')], total: 2 });
  });

  it.each([
    ['?limit=1', ['g1']],
    ['?limit=2&offset=1', ['g2', 'g3']],
    ['?offset=3', []],
  ])('GET /grants%s returns a page', async (query, ids) => {
    const { value } = await get(grantListSchema, `/grants${query}`, 'GET', holding('g1', 'g2', 'g3').deps);
    expect(value).toEqual({ grants: ids.map(aGrant), total: 3 });
  });

  it('DELETE /grants/{id} fails if the revocation cannot be stored', async () => {
    const { status, value } = await get(apiErrorSchema, '/grants/stuck', 'DELETE', holding('stuck').deps);
    const error = { code: 'unavailable', message: 'It would hold again after a restart.' };
    expect([status, value.error]).toEqual([503, error]);
  });

  it('DELETE /grants/{id} revokes one and returns it', async () => {
    const { revoked, deps } = holding('g1', 'g2');
    const { status, value } = await get(grantSchema, '/grants/g2', 'DELETE', deps);
    expect([status, value, revoked]).toEqual([200, aGrant('g2'), ['g2']]);
  });

  it.each([
    ['x', []],
    // Another request revoked it first.
    ['taken', ['taken']],
  ])('DELETE /grants/%s finds none', async (id, asked) => {
    const { revoked, deps } = holding('g1', 'taken');
    const { status, value } = await get(apiErrorSchema, `/grants/${id}`, 'DELETE', deps);
    expect([status, value.error.message, revoked]).toEqual([
      404,
      `There is no grant '${id}'; it may have been revoked, or its session may be over.`,
      asked,
    ]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiErrorSchema, namedTokenSchema, newTokenSchema, tokenListSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const gateway = useSetUpGateway();

describe('tokens over the API', () => {
  it('are made, listed and revoked, and shown once', async () => {
    const { ask, send, dataDir } = gateway();
    const wanted = { name: 'ci', ceiling: 'read', servers: ['notes'], expires_in_days: 30 };
    const response = await send('POST', '/tokens', wanted);
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
    const { token, named } = newTokenSchema.parse(await response.json());
    expect(named).toMatchObject({ name: 'ci', ceiling: 'read', servers: ['notes'], profile: null, status: 'active' });
    expect(await ask(tokenListSchema, 'GET', '/tokens')).toEqual({ status: 200, value: { tokens: [named], total: 1 } });
    const revoked = await ask(namedTokenSchema, 'DELETE', `/tokens/${named.id}`);
    expect(revoked).toMatchObject({ status: 200, value: { name: 'ci', status: 'revoked' } });
    expect((await ask(tokenListSchema, 'GET', '/tokens')).value).toEqual({ tokens: [revoked.value], total: 1 });
    const said = JSON.stringify([revoked, await (await send('GET', '/tokens')).text()]);
    const kept = readFileSync(join(dataDir, 'tokens.json'), 'utf8');
    expect([said.includes(token), kept.includes(token), kept.includes(token.slice(10))]).toEqual([false, false, false]);
  });

  it.each<[string, object, number, string]>([
    ['without a name', { ceiling: 'read' }, 400, 'name'],
    ['without a ceiling', { name: 'x' }, 400, 'ceiling'],
    ['that could do anything', { name: 'x', ceiling: 'all' }, 400, 'ceiling'],
    ["that is whoever has the gateway's own", { name: 'Local', ceiling: 'read' }, 400, "must not be 'local'"],
    ['with a name that fits nowhere', { name: '../x', ceiling: 'read' }, 400, 'name must be letters, digits'],
    ['for no server at all', { name: 'x', ceiling: 'read', servers: [] }, 400, 'servers'],
    ['that ends before it begins', { name: 'x', ceiling: 'read', expires_in_days: 0 }, 400, 'expires_in_days'],
    ['with something else', { name: 'x', ceiling: 'read', admin: true }, 400, 'admin'],
    ['for a profile that is not there', { name: 'x', ceiling: 'read', profile: 'p' }, 400, "There is no profile 'p'."],
    ['with a name that is taken', { name: 'taken', ceiling: 'read' }, 409, "There is a token 'taken' already."],
  ])('are not made %s', async (_case, request, status, sentence) => {
    const { ask, send } = gateway();
    await send('POST', '/tokens', { name: 'taken', ceiling: 'read' });
    const before = (await ask(tokenListSchema, 'GET', '/tokens')).value.total;
    const refused = await ask(apiErrorSchema, 'POST', '/tokens', request);
    expect(refused.status).toBe(status);
    expect(refused.value.error.message).toContain(sentence);
    expect((await ask(tokenListSchema, 'GET', '/tokens')).value.total).toBe(before);
  });

  it('that are not there are not revoked', async () => {
    const { ask } = gateway();
    expect(await ask(apiErrorSchema, 'DELETE', '/tokens/nothing')).toMatchObject({
      status: 404,
      value: { error: { message: "There is no token 'nothing'." } },
    });
  });
});

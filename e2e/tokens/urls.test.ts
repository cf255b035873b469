import { describe, expect, it } from 'vitest';
import { useTokensWorld } from './fixtures/world.ts';

const world = useTokensWorld();

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

async function post(path: string, token: string, body = PING, headers: Record<string, string> = {}) {
  const response = await fetch(`${world().gateway.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body,
  });
  return { status: response.status, text: (await response.text()).replaceAll(path, '<path>') };
}

describe('URLs of profiles', () => {
  it("other than a token's own are reported as nonexistent, like unknown ones", async () => {
    const { token, gateway } = world();
    const pinned = (await token({ profile: 'part' })).token;
    const nowhere = await post('/mcp/p/nowhere', pinned);
    expect(nowhere.status).toBe(404);
    for (const path of [
      '/mcp/p/of-hidden',
      '/mcp/p/of-hidden/search',
      '/mcp/p/nowhere/search',
      '/mcp/p/part/more',
      '/mcp/else',
    ])
      expect(await post(path, pinned), path).toEqual(nowhere);
    // They exist for callers without that restriction.
    expect((await post('/mcp/p/of-hidden', gateway.token ?? '')).status).not.toBe(404);
    expect((await post('/mcp/p/part', pinned)).status).not.toBe(404);
  });

  it('cannot be reached in other spellings', async () => {
    const { token } = world();
    const pinned = (await token({ profile: 'part' })).token;
    for (const path of [
      '/mcp/p/OF-HIDDEN',
      '/mcp/p/of%2dhidden',
      '/mcp//p/of-hidden',
      '/mcp/p/part/../of-hidden',
      '/mcp/p/of-hidden/',
    ])
      expect((await post(path, pinned)).status, path).toBeGreaterThanOrEqual(400);
  });
});

describe('a named token', () => {
  it.each([
    ['GET', '/api/v1/servers'],
    ['GET', '/api/v1/tokens'],
    ['POST', '/api/v1/tokens'],
    ['DELETE', '/api/v1/tokens/ci'],
    ['PUT', '/api/v1/profiles/part'],
    ['GET', '/api/v1/connection'],
    ['GET', '/api/v1/events'],
    ['GET', '/api/v1/openapi.json'],
    ['POST', '/api/v1/links'],
    ['GET', '/metrics'],
  ])('gets 403 for %s %s, and is told its own URL', async (method, path) => {
    const { token, gateway } = world();
    const { token: secret } = await token();
    const response = await fetch(`${gateway.url}${path}`, { method, headers: { authorization: `Bearer ${secret}` } });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('for MCP clients')]);
  });

  it('does not sign a browser in', async () => {
    const { token, gateway } = world();
    const { token: secret } = await token();
    const signIn = async (given: string) => {
      const response = await fetch(`${gateway.url}/api/v1/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: gateway.url },
        body: JSON.stringify({ token: given }),
      });
      return [response.status, response.headers.get('set-cookie')];
    };
    expect([await signIn(secret), await signIn(gateway.token ?? '')]).toEqual([
      [401, null],
      [401, null],
    ]);
    expect(await signIn(gateway.ownerToken ?? '')).toEqual([200, expect.stringContaining('=')]);
  });

  it('identifies its calls in the record', async () => {
    const { token, speak, gateway } = world();
    const { name, token: secret } = await token();
    const speaker = await speak(secret, 'modern');
    await speaker.ask('tools/call', { name: 'open__look', arguments: {} });
    const recorded = async (): Promise<string> => {
      const { body } = await gateway.api('/api/v1/tool-calls?limit=1');
      const [last] = (body as { readonly tool_calls: readonly { readonly id: string }[] }).tool_calls;
      return JSON.stringify((await gateway.api(`/api/v1/tool-calls/${last?.id}`)).body);
    };
    await expect.poll(recorded, { timeout: 15_000 }).toContain(`"principal":"${name}"`);
    expect(await recorded()).not.toContain(secret);
    expect(gateway.stderr()).not.toContain(secret);
  });
});

describe('a session of the older era', () => {
  it('cannot be used by another token, even with its id', async () => {
    const { token, gateway } = world();
    const [hers, his] = [(await token()).token, (await token()).token];
    const hello = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${hers}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      }),
    });
    await hello.text();
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' };
    const statusOf = async (path: string, secret: string) => (await post(path, secret, PING, session)).status;
    expect([
      await statusOf('/mcp', hers),
      await statusOf('/mcp', his),
      await statusOf('/mcp', gateway.token ?? ''),
      await statusOf('/mcp/search', hers),
    ]).toEqual([200, 404, 404, 404]);
  });
});

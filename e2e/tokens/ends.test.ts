import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eras } from '../record/fixtures/clients.ts';
import { useTokensWorld } from './fixtures/world.ts';

const world = useTokensWorld();
const SOON = { timeout: 15_000, interval: 50 };

/** Changes the token file like an editor or another gateway. */
function edit(id: string, change: object): void {
  const file = join(world().gateway.dataDir, 'tokens.json');
  const { version, tokens } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: 1;
    tokens: { readonly id: string }[];
  };
  const changed = tokens.map((token) => (token.id === id ? { ...token, ...change } : token));
  writeFileSync(`${file}.mine`, JSON.stringify({ version, tokens: changed }));
  renameSync(`${file}.mine`, file);
}

describe.each(eras)('a token that ends, for a client of the %s era', (era) => {
  it('by revocation gets 401 at once, also on open connections, with the reason', async () => {
    const { token, revoke, speak, gateway } = world();
    const { id, token: secret } = await token();
    const speaker = await speak(secret, era);
    const hearing = await speaker.listen();
    const others = await speak((await token()).token, era);
    const otherHearing = await others.listen();
    expect((await speaker.ask('tools/list')).status).toBe(200);
    expect(await revoke(id)).toBe(200);
    expect(await speaker.requestStatus()).toBe(401);
    expect(speaker.got()).toContain('The token was revoked');
    await expect.poll(hearing.isClosed, SOON).toBe(true);
    const challenge = await fetch(gateway.mcpUrl, { method: 'POST', headers: { authorization: `Bearer ${secret}` } });
    expect([challenge.status, challenge.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    expect([(await others.ask('tools/list')).status, otherHearing.isClosed()]).toEqual([200, false]);
  });

  it('by expiry gets 401, also on open connections, with the reason', async () => {
    const { token, speak } = world();
    const { id, token: secret } = await token({ expires_in_days: 1 });
    const speaker = await speak(secret, era);
    const hearing = await speaker.listen();
    // The file is reloaded within two seconds, and the token expires more than a second later.
    const end = Date.now() + 4_000;
    edit(id, { expires_at: new Date(end).toISOString() });
    await expect.poll(hearing.isClosed, SOON).toBe(true);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    expect(await speaker.requestStatus()).toBe(401);
    expect(speaker.got()).toContain('The token has expired');
  });

  it('by removal or restriction in the file loses its open connections', async () => {
    const { token, speak } = world();
    const { id, token: secret } = await token();
    const speaker = await speak(secret, era);
    const hearing = await speaker.listen();
    edit(id, { ceiling: 'read' });
    await expect.poll(hearing.isClosed, SOON).toBe(true);
    const again = await speak(secret, era);
    const wiped = await again.ask('tools/call', { name: 'open__wipe', arguments: {} });
    expect(JSON.stringify(wiped)).toContain('may only call tools that only read');
  });
});

describe('the last use of a token', () => {
  it('is recorded, but the token itself is not', async () => {
    const { token, speak, gateway } = world();
    const { name, token: secret } = await token();
    await (await speak(secret, 'modern')).ask('tools/list');
    const { body } = await gateway.api('/api/v1/tokens');
    const { tokens } = body as { tokens: { readonly name: string; readonly last_used_at: string | null }[] };
    const used = tokens.find((each) => each.name === name)?.last_used_at ?? '';
    expect(Date.now() - Date.parse(used)).toBeLessThan(60_000);
    expect([JSON.stringify(body).includes(secret), gateway.stderr().includes(secret)]).toEqual([false, false]);
  });
});

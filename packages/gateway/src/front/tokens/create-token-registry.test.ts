import { statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TokenGrant } from '../../model/grant.ts';
import { createTokenRegistry } from './create-token-registry.ts';
import { endsOf, START, useTokensWorld } from './fixtures/tokens-world.ts';
import { makeToken } from './make-token.ts';

const DAY_MS = 24 * 60 * 60_000;
const world = useTokensWorld();

describe('a token', () => {
  it('is valid for its grant, and is stored nowhere', async () => {
    const { file, logged, open, create, text } = world();
    const tokens = await open();
    const { token, named } = await create(tokens, {
      ceiling: 'additive',
      servers: ['notes*'],
      profile: 'reading',
      expires_in_days: 30,
    });
    expect(token).toMatch(/^tmk_[A-Za-z0-9_-]{43}$/);
    expect(named).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'ci',
      kind: 'client',
      hint: token.slice(0, 8),
      ceiling: 'additive',
      servers: ['notes*'],
      profile: 'reading',
      may_answer: true,
      created_at: new Date(START).toISOString(),
      expires_at: new Date(START + 30 * DAY_MS).toISOString(),
      last_used_at: null,
      revoked_at: null,
      status: 'active',
    });
    const grant: TokenGrant = {
      id: named.id,
      name: 'ci',
      kind: 'client',
      ceiling: 'additive',
      servers: ['notes*'],
      profile: 'reading',
      mayAnswer: true,
    };
    expect(tokens.find(token)).toEqual(grant);
    expect((await open()).find(token)).toEqual(grant);
    const kept = text();
    expect([kept.includes(token), kept.includes(token.slice(9)), statSync(file).mode & 0o777]).toEqual([
      false,
      false,
      0o600,
    ]);
    expect(JSON.parse(kept)).toMatchObject({
      version: 1,
      tokens: [{ name: 'ci', hash: expect.stringMatching(/^[\da-f]{64}$/) }],
    });
    expect(logged).toEqual(["Token 'ci' was created for additive at most."]);
  });

  it('gives full access by default', async () => {
    const { open, create } = world();
    const tokens = await open();
    const { token, named } = await create(tokens, { ceiling: 'destructive' });
    expect(tokens.find(token)).toEqual({
      id: named.id,
      name: 'ci',
      kind: 'client',
      ceiling: 'destructive',
      servers: undefined,
      profile: undefined,
      mayAnswer: true,
    });
  });

  it('gets the next number if its name is taken, also by a revoked token', async () => {
    const { open, create } = world();
    const tokens = await open();
    for (let made = 0; made < 3; made++) {
      await create(tokens, { name: 'cursor', numbered: true });
      await tokens.revoke('cursor');
    }
    await create(tokens, { name: 'x'.repeat(64), numbered: true });
    await create(tokens, { name: 'x'.repeat(64), numbered: true });
    expect(tokens.list().map(({ name, status }) => `${name} ${status}`)).toEqual([
      'cursor revoked',
      'cursor-2 active',
      'cursor-3 active',
      `${'x'.repeat(64)} active`,
      `${'x'.repeat(58)}-2 active`,
    ]);
  });

  it('can be for the API, or for a client that must not answer', async () => {
    const { open, create, logged } = world();
    const tokens = await open();
    const silent = await create(tokens, { may_answer: false });
    expect(tokens.find(silent.token)).toMatchObject({ kind: 'client', mayAnswer: false });
    const made = await tokens.create({ name: 'script', kind: 'api' });
    if (!made.ok) throw new Error(made.error.message);
    expect(tokens.find(made.value.token)).toMatchObject({ kind: 'api', name: 'script' });
    expect((await open()).list()[1]).toMatchObject({ kind: 'api', ceiling: null });
    expect(logged).toContain("Token 'script' was created for the API.");
  });

  it('of a file of an earlier version is for a client that may answer', async () => {
    const { file, open } = world();
    const { token, stored } = makeToken({ name: 'old', ceiling: 'read' }, START);
    const { kind: _kind, may_answer: _answer, ...earlier } = stored;
    writeFileSync(file, JSON.stringify({ version: 1, tokens: [earlier] }));
    expect((await open()).find(token)).toMatchObject({ kind: 'client', mayAnswer: true, ceiling: 'read' });
  });

  it.each(['', 'tmk_', `tmk_${'a'.repeat(43)}`, `tmk_${'a'.repeat(44)}`, 'x'.repeat(1_000_000)])(
    'that was never created is invalid (%#)',
    async (token) => {
      const { open, create } = world();
      const tokens = await open();
      await create(tokens);
      expect(tokens.find(token)).toBeUndefined();
    },
  );

  it('is invalid with text before or after it', async () => {
    const { open, create } = world();
    const tokens = await open();
    const { token } = await create(tokens);
    for (const other of [` ${token}`, `${token} `, `${token}\n`, token.toUpperCase(), token.slice(0, -1)]) {
      expect(tokens.find(other)).toBeUndefined();
    }
  });
});

describe('a token that ends', () => {
  it('expires, and listeners are called at that moment', async () => {
    const { clock, open, create } = world();
    const tokens = await open();
    const ends = endsOf(tokens);
    const { token } = await create(tokens, { expires_in_days: 1 });
    await create(tokens, { name: 'later', expires_in_days: 60 });
    await clock.advance(DAY_MS - 1);
    expect([tokens.find(token), ends]).toEqual([expect.objectContaining({ name: 'ci' }), []]);
    await clock.advance(1);
    expect([ends, tokens.find(token), tokens.list().map(({ status }) => status)]).toEqual([
      ['ci'],
      'expired',
      ['expired', 'active'],
    ]);
    expect((await open()).find(token)).toBe('expired');
  });

  it('during sleep of the machine is reported when it is used', async () => {
    const { open, create, dataDir } = world();
    const made = await open();
    const { token } = await create(made, { expires_in_days: 1 });
    let now = START;
    const tokens = await createTokenRegistry({
      dataDir,
      clock: { now: () => now, after: () => () => {} },
      log: { info() {}, error() {} },
      profiles: () => [],
    });
    if (!tokens.ok) throw new Error(tokens.error);
    const ends = endsOf(tokens.value);
    now += DAY_MS;
    expect([tokens.value.find(token), tokens.value.find(token), ends]).toEqual(['expired', 'expired', ['ci']]);
    await tokens.value.close();
  });

  it.each(['id', 'name'] as const)('by revocation, selected by its %s, ends at once and permanently', async (by) => {
    const { clock, open, create } = world();
    const tokens = await open();
    const ends = endsOf(tokens);
    const { token, named } = await create(tokens);
    const revoking = tokens.revoke(named[by]);
    expect([tokens.find(token), ends]).toEqual(['revoked', ['ci']]);
    const entry = { ...named, revoked_at: new Date(START).toISOString(), status: 'revoked' };
    expect(await revoking).toEqual({ ok: true, value: entry });
    await clock.advance(1_000);
    expect([await tokens.revoke('ci'), tokens.list(), ends]).toEqual([{ ok: true, value: entry }, [entry], ['ci']]);
    expect((await open()).find(token)).toBe('revoked');
  });

  it('by revocation is shown as revoked, even after its expiry', async () => {
    const { clock, open, create } = world();
    const tokens = await open();
    const { token } = await create(tokens, { expires_in_days: 1 });
    await tokens.revoke('ci');
    await clock.advance(2 * DAY_MS);
    expect([tokens.find(token), tokens.list()[0]?.status]).toEqual(['revoked', 'revoked']);
  });

  it('is invalid at once even if the file cannot be written', async () => {
    const { file, open, create } = world();
    const tokens = await open();
    const ends = endsOf(tokens);
    const { token } = await create(tokens);
    writeFileSync(file, 'broken');
    expect(await tokens.revoke('ci')).toMatchObject({
      ok: false,
      error: {
        kind: 'unwritable',
        message: expect.stringMatching(
          /^Token 'ci' is revoked now, but would be valid again after a restart\. .*tokens\.json/,
        ),
      },
    });
    expect([tokens.find(token), tokens.list()[0]?.status, ends]).toEqual(['revoked', 'revoked', ['ci']]);
  });

  it('is not reported to removed listeners, and a failing listener does not block others', async () => {
    const { logged, open, create } = world();
    const tokens = await open();
    tokens.onEnd(() => {
      throw new Error('a bug');
    });
    const ends = endsOf(tokens);
    const gone: string[] = [];
    tokens.onEnd(({ name }) => void gone.push(name))();
    await create(tokens);
    await tokens.revoke('ci');
    expect([ends, gone, logged]).toEqual([
      ['ci'],
      [],
      [
        "Token 'ci' was created for read at most.",
        "Connections of token 'ci' may still be open.",
        "Token 'ci' was revoked.",
      ],
    ]);
  });

  it('does not affect others', async () => {
    const { open } = world();
    const tokens = await open();
    expect(await tokens.revoke('nothing')).toEqual({ ok: true, value: undefined });
  });
});

import { writeFileSync } from 'node:fs';
import type { NewTokenRequest } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { endsOf, START, useTokensWorld } from './fixtures/tokens-world.ts';
import { WRITE_INTERVAL_MS } from './last-uses.ts';
import { MAX_TOKENS, makeToken } from './make-token.ts';

const world = useTokensWorld();

describe('a token is not created', () => {
  it.each<[string, Partial<NewTokenRequest>, string, string]>([
    ['with a duplicate name', { name: 'CI' }, 'conflict', "There is a token 'ci' already. Use another name."],
    [
      'with the name of a revoked one',
      { name: 'old' },
      'conflict',
      "There is a token 'old' already, which was revoked; names cannot be reused. Use another name.",
    ],
    [
      'for an unknown profile',
      { name: 'x', profile: 'writing' },
      'invalid',
      "There is no profile 'writing'. Profiles: reading, notes-only.",
    ],
  ])('%s', async (_case, request, kind, message) => {
    const { open, create, text } = world();
    const tokens = await open();
    await create(tokens);
    await create(tokens, { name: 'old' });
    await tokens.revoke('old');
    const before = text();
    expect(await tokens.create({ name: 'new', ceiling: 'read', ...request })).toEqual({
      ok: false,
      error: { kind, message },
    });
    expect(text()).toBe(before);
  });

  it('if there are too many', async () => {
    const { file, open } = world();
    const many = Array.from({ length: MAX_TOKENS }, (_, index) =>
      makeToken({ name: `t${index}`, ceiling: 'read' }, START),
    );
    writeFileSync(file, JSON.stringify({ version: 1, tokens: many.map(({ stored }) => stored) }));
    const tokens = await open();
    expect(await tokens.create({ name: 'one-more', ceiling: 'read' })).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: expect.stringContaining(`from ${file}`) },
    });
    expect(tokens.find(many.at(-1)?.token ?? '')).toMatchObject({ name: `t${MAX_TOKENS - 1}` });
  });

  it('twice under one name by two gateways at once', async () => {
    const { open, text } = world();
    const both = [await open(), await open()];
    const made = await Promise.all(both.map((tokens) => tokens.create({ name: 'ci', ceiling: 'read' })));
    expect(made.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(JSON.parse(text()).tokens).toHaveLength(1);
  });
});

describe('the file of tokens', () => {
  it.each([
    ['{', 'is invalid'],
    ['{"version": 2, "tokens": []}', 'version: Invalid input: expected 1'],
    ['{"version": 1, "tokens": [{"name": "x"}]}', 'tokens.0.id'],
  ])('with %s is reported, and not overwritten', async (content, what) => {
    const { file, tryOpen, text } = world();
    writeFileSync(file, content);
    const tokens = await tryOpen();
    expect(tokens.ok ? '' : tokens.error).toContain(`${file} is invalid`);
    expect(tokens.ok ? '' : tokens.error).toContain(what);
    expect(text()).toBe(content);
  });

  it('cannot contain the reserved name', async () => {
    const { file, tryOpen } = world();
    const { stored } = makeToken({ name: 'Local', ceiling: 'read' }, START);
    writeFileSync(file, JSON.stringify({ version: 1, tokens: [stored] }));
    const tokens = await tryOpen();
    expect(tokens.ok ? '' : tokens.error).toContain("tokens.0.name: must not be 'local'");
  });

  it.each<[string, (text: string) => string, unknown, readonly string[]]>([
    [
      'revoked',
      (text) => text.replace('"revoked_at": null', '"revoked_at": "2026-11-16T12:00:00.000Z"'),
      'revoked',
      ['ci'],
    ],
    ['removed', () => '{"version": 1, "tokens": []}', undefined, ['ci']],
    ['restricted', (text) => text.replace('additive', 'read'), expect.objectContaining({ ceiling: 'read' }), ['ci']],
    [
      'unchanged',
      (text) => text.replace('"last_used_at": null', '"last_used_at": "2026-11-16T13:00:00.000Z"'),
      expect.objectContaining({ ceiling: 'additive' }),
      [],
    ],
  ])('changed by another program is applied: %s', async (_case, change, found, ended) => {
    const { file, open, create, until, text } = world();
    const tokens = await open();
    const ends = endsOf(tokens);
    const { token } = await create(tokens, { ceiling: 'additive' });
    const before = tokens.find(token);
    const known = JSON.stringify(tokens.list());
    writeFileSync(file, change(text()));
    await until(() => JSON.stringify(tokens.list()) !== known);
    expect([tokens.find(token), ends]).toEqual([found, ended]);
    expect(tokens.find(token) === before).toBe(ended.length === 0);
  });

  it('has tokens of another gateway', async () => {
    const { open, create, until } = world();
    const [one, other] = [await open(), await open()];
    const { token } = await create(one);
    expect(other.find(token)).toBeUndefined();
    await until(() => other.find(token) !== undefined);
    expect(other.find(token)).toMatchObject({ name: 'ci' });
  });
});

describe('the last use of a token', () => {
  it('is known at once, and written once a minute', async () => {
    const { clock, open, create, until, text, lastUse } = world();
    const tokens = await open();
    const { token } = await create(tokens);
    const first = text();
    await clock.advance(1_000);
    tokens.find(token);
    expect([tokens.list()[0]?.last_used_at, text()]).toEqual([new Date(START + 1_000).toISOString(), first]);
    await clock.advance(30_000);
    tokens.find(token);
    await clock.advance(WRITE_INTERVAL_MS - 30_000);
    await until(() => text() !== first);
    expect(lastUse()).toBe(new Date(START + 31_000).toISOString());
  });

  it('is written when the gateway closes, without leftover timers', async () => {
    const { clock, open, create, lastUse } = world();
    const tokens = await open();
    const { token } = await create(tokens, { expires_in_days: 1 });
    tokens.find(token);
    await tokens.close();
    expect([lastUse(), clock.pending()]).toEqual([new Date(START).toISOString(), 0]);
  });

  it('is the latest of all gateways', async () => {
    const { clock, open, create, until, lastUse } = world();
    const [one, other] = [await open(), await open()];
    const { token } = await create(one);
    await until(() => other.list().length === 1);
    one.find(token);
    await clock.advance(10_000);
    other.find(token);
    const latest = new Date(clock.now()).toISOString();
    await other.close();
    await one.close();
    expect(lastUse()).toBe(latest);
  });

  it('does not change for an invalid token', async () => {
    const { open, create } = world();
    const tokens = await open();
    const { token } = await create(tokens);
    await tokens.revoke('ci');
    tokens.find(token);
    expect(tokens.list()[0]?.last_used_at).toBeNull();
  });
});

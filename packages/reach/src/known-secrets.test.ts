import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnownSecrets } from './known-secrets.ts';
import { redactorFor, secretsOf } from './redact.ts';

const SECRET = 'k9"&+ä/=x';
const known = createKnownSecrets((length) => `<${length}>`);
known.set('one', [SECRET, 'short']);

describe('known secrets', () => {
  it.each<[string, string]>([
    ['as they are', SECRET],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in an address', encodeURIComponent(SECRET)],
    ['in a form', new URLSearchParams({ a: SECRET }).toString().slice(2)],
    ['in Base64', Buffer.from(SECRET).toString('base64')],
    ['in Base64 for addresses', Buffer.from(SECRET).toString('base64url')],
  ])('are found %s', (_, form) => {
    expect(known.isIn(`x${form}y`)).toBe(true);
    const { text, count } = known.redact(`x${form}y${form}`);
    expect([text.includes(form.replace(/=+$/, '')), count]).toEqual([false, 2]);
  });

  it('leave other text unchanged', () => {
    expect(known.redact('a short k9 value')).toEqual({ text: 'a short k9 value', count: 0 });
    expect(known.isIn('a short k9 value')).toBe(false);
  });

  it('belong to several owners, and an owner may replace its own later', () => {
    const some = createKnownSecrets(() => '…');
    some.set('a', ['first-secret']);
    some.set('b', ['second-secret']);
    some.set('a', ['third-secret']);
    expect(some.redact('first-secret second-secret third-secret').text).toBe('first-secret … …');
  });

  it('are redacted whole if one contains another', () => {
    const some = createKnownSecrets(() => '…');
    some.set('a', ['abcdef', 'abcdef-ghijkl']);
    expect(some.redact('abcdef-ghijkl abcdef').text).toBe('… …');
  });

  it('do not occur in redacted text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6 }), fc.string(), fc.string(), (secret, before, after) => {
        const some = createKnownSecrets(() => '');
        some.set('a', [secret]);
        const once = some.redact(`${before}${secret}${after}`);
        expect(once.count).toBeGreaterThan(0);
      }),
    );
  });
});

describe('secretsOf', () => {
  it.each<[string, Record<string, string>, readonly string[]]>([
    ['a value that may be a secret', { NOTES: 'a1b2c3d4' }, ['a1b2c3d4']],
    ['a word under the name of a secret', { API_KEY: 'hunter' }, ['hunter']],
    ['settings', { LOG: 'verbose', ROOT: '/home/ann/notes', HOME_URL: 'https://example.com/x', PORT: '80808080' }, []],
    ['an address with credentials', { DB: 'https://u:p4ssword@h' }, ['https://u:p4ssword@h']],
  ])('returns as a secret: %s', (_, env, expected) => {
    expect(secretsOf({ kind: 'command', command: 'x', env }, {})).toEqual(expected);
  });

  it('returns the variables of this process that are named like secrets', () => {
    const env = { GITHUB_TOKEN: 'inherited-1', LANG: 'de_DE.UTF-8' };
    expect(secretsOf({ kind: 'command', command: 'x' }, env)).toEqual(['inherited-1']);
    expect(redactorFor({ kind: 'command', command: 'x' }, env)('inherited-1 de_DE.UTF-8')).toBe('… de_DE.UTF-8');
  });
});

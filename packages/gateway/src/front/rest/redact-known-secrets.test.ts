import { createKnownSecrets } from '@toolmark/reach';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { RestBindings } from './deps.ts';
import { redactKnownSecrets } from './redact-known-secrets.ts';

const known = createKnownSecrets(() => '…');
known.set('notes', ['s3cret"value']);

const BODY = '{"n":12345678901234567890,"description":"with s3cret\\"value"}';
const app = new Hono<{ Bindings: RestBindings }>();
app.use(redactKnownSecrets({ knownSecrets: known }));
app.all('*', (context) => context.body(BODY, 200, { 'content-type': 'application/json', 'x-own': '1' }));

describe('redactKnownSecrets', () => {
  it.each(['/servers', '/servers/notes', '/tools?q=1', '/tools/notes/add', '/search', '/annotations/coverage'])(
    'redacts data reported by servers: %s',
    async (path) => {
      const answer = await app.request(`/api/v1${path}`);
      expect([await answer.text(), answer.headers.get('x-own')]).toEqual([
        '{"n":12345678901234567890,"description":"with …"}',
        '1',
      ]);
    },
  );

  it.each<[string, string]>([
    ['GET', '/approvals'],
    ['GET', '/config'],
    ['POST', '/tools/notes/add/call'],
  ])('does not change data for the caller: %s %s', async (method, path) => {
    expect(await (await app.request(`/api/v1${path}`, { method })).text()).toBe(BODY);
  });
});

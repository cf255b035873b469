import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { err, ok, type Result } from '@toolmark/annotations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallbackAnswer } from './callback.ts';
import { problem, type SignInProblem } from './problem.ts';
import { serveCallback } from './serve-callback.ts';
import type { CompletedSignIn } from './sign-ins.ts';

let server: Server;
let seen: CallbackAnswer[] = [];
let outcome: () => Promise<Result<CompletedSignIn, SignInProblem>>;

beforeAll(async () => {
  const complete = (answer: CallbackAnswer) => {
    seen.push(answer);
    return outcome();
  };
  server = createServer((request, response) => serveCallback(request, response, { complete }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  seen = [];
  outcome = async () => ok({ server: 'notes' });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = (query: string, method = 'GET'): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth/callback${query}`, { method });

describe('a browser at the redirect address', () => {
  it('passes four parameters and the path, and nothing else', async () => {
    const response = await open('?code=a&state=b&iss=c&error=d&error_description=e&x=f');
    expect([response.status, seen]).toEqual([
      200,
      [{ code: 'a', state: 'b', iss: 'c', error: 'd', path: '/oauth/callback' }],
    ]);
    expect(await response.text()).toContain('<h1>Signed in</h1>');
  });

  it.each<[string, () => Promise<Result<CompletedSignIn, SignInProblem>>, number]>([
    ['the sign-in is unknown', async () => err(problem('wrong', 'secret-word')), 400],
    ['was refused', async () => err(problem('refused', 'secret-word')), 403],
    ['met a bug', () => Promise.reject(new Error('secret-word')), 500],
  ])('shows only a fixed page when %s', async (_, given, status) => {
    outcome = given;
    const response = await open('?code=secret-word&state=secret-word');
    expect([response.status, (await response.text()).includes('secret-word')]).toEqual([status, false]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each([
    ['', 'GET', 400],
    ['?state=a&state=b', 'GET', 400],
    ['?code=a&state=b', 'POST', 405],
    ['?code=a&state=b', 'HEAD', 405],
  ])('with %j by %s is answered with %i', async (query, method, status) => {
    expect([(await open(query, method)).status, seen]).toEqual([status, []]);
  });
});

import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { DEPLOY, openDialogs, pageOf, SIGNAL, send, tokenOf } from './fixtures/open-dialogs.ts';

describe('the server', () => {
  it('runs only while a question is open, and starts again for the next', async () => {
    const { ask } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    await send(url, { token: tokenOf(await pageOf(url)), choice: '0' });
    await answer;
    await expect.poll(() => fetch(url).catch(() => 'gone')).toBe('gone');
    const again = await ask(DEPLOY);
    expect(await pageOf(again.url)).toContain('Deploy?');
    expect(new URL(again.url).pathname).not.toBe(new URL(url).pathname);
  });

  it('ends with the program: open questions are cancelled, and their pages show it', async () => {
    const { ask, dialogs } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    const events = (await fetch(`${url}/events`)).text();
    await dialogs.close();
    expect(await answer).toEqual({ kind: 'cancelled' });
    expect(await events).toContain('data: lost');
    await expect(fetch(url)).rejects.toThrow();
    expect(await dialogs.ask(DEPLOY, SIGNAL)).toEqual({ kind: 'cancelled' });
  });

  it('asks even if no browser can be opened', async () => {
    const { dialogs, lines } = openDialogs({
      openBrowser: () => {
        throw new Error('no browser');
      },
    });
    const answer = dialogs.ask(DEPLOY, SIGNAL);
    await expect.poll(() => lines.length).toBe(1);
    const url = /http\S+/.exec(lines[0] ?? '')?.[0] ?? '';
    await send(url, { token: tokenOf(await pageOf(url)), choice: '0' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });
});

describe('other pages and programs', () => {
  const TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['a hidden origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a request that the browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('cannot answer from %s', async (_from, headers: Record<string, string>) => {
    const { ask } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    expect(await send(url, { token, choice: '0' }, headers)).toMatchObject({ status: 403 });
    await send(url, { token, cancel: '1' });
    expect(await answer).toEqual({ kind: 'cancelled' });
  });

  it('cannot answer without an origin, without the token, or with another type of body', async () => {
    const { ask } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    expect((await fetch(url, { method: 'POST', headers: TYPE, body: `token=${token}&choice=0` })).status).toBe(403);
    expect(await send(url, { choice: '0' })).toMatchObject({ status: 403 });
    expect(await send(url, { token: 'x'.repeat(token.length), choice: '0' })).toMatchObject({ status: 403 });
    expect(await send(url, { token, choice: '0' }, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    await send(url, { token, cancel: '1' });
    expect(await answer).toEqual({ kind: 'cancelled' });
  });

  it('are refused under another host name (DNS rebinding)', async () => {
    const { ask } = openDialogs();
    const { url } = await ask(DEPLOY);
    const { port, pathname } = new URL(url);
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.once('error', reject);
        sent.end();
      });
    expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
    expect(await statusFor(`evil.example:${port}`)).toBe(421);
    expect(await statusFor('127.0.0.1')).toBe(421);
  });

  it('cannot find a question without its address', async () => {
    const { ask } = openDialogs();
    const { url } = await ask(DEPLOY);
    const { origin, pathname } = new URL(url);
    expect(pathname).toMatch(/^\/d\/[\w-]{32}$/);
    for (const path of ['/', '/d/', '/api/logs', `${pathname}x`, `/d/${'A'.repeat(32)}`, '/d/__proto__'])
      expect((await fetch(origin + path)).status, path).toBe(404);
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  });

  it('cannot embed the page or load anything into it', async () => {
    const { ask } = openDialogs();
    const { url } = await ask(DEPLOY);
    const response = await fetch(url);
    const page = await response.text();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
    });
    expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(
      /(?:src|href)="(?!data:)|url\(|@import|https?:\/\//,
    );
  });

  it('cannot inject HTML: the text of a model is escaped and fully visible', async () => {
    const { ask } = openDialogs();
    const { url } = await ask({
      title: { en: '<b>T</b>', zh: '' },
      message: '</p><script>alert(1)</script> safe\u202Eelif\u200B',
      risks: ['<img src=x onerror=alert(2)>'],
      choices: [{ value: '"><script>', label: '"><script>alert(3)</script>' }],
    });
    const page = await pageOf(url);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('<b>');
    expect(page).toContain('safe[U+202E]elif[U+200B]');
  });
});

import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createDialogs, type DialogsOptions } from './create-dialogs.ts';
import type { Dialog, Dialogs } from './dialogs.ts';

const SIGNAL = new AbortController().signal;
const DEPLOY: Dialog = {
  title: { en: 'Deploy?', zh: '部署？' },
  message: 'To production.',
  choices: [
    { value: 'run', label: 'Run', kind: 'primary' },
    { value: 'change', label: 'Change' },
  ],
};
const QUESTION: Dialog = { title: { en: 'Which one?', zh: '哪一个？' }, message: 'Name a collection.' };

const closing: Dialogs[] = [];
afterEach(async () => {
  for (const dialogs of closing.splice(0)) await dialogs.close();
});

/** Dialogs whose addresses are collected, as a browser would get them. */
function open(options: Partial<DialogsOptions> = {}) {
  const urls: string[] = [];
  const lines: string[] = [];
  const waiting: ((url: string) => void)[] = [];
  const dialogs = createDialogs({
    language: 'en',
    complain: (line) => lines.push(line),
    openBrowser: (url) => {
      urls.push(url);
      waiting.shift()?.(url);
    },
    ...options,
  });
  closing.push(dialogs);
  return {
    dialogs,
    urls,
    lines,
    /** Asks, and gives the page's address once it is there. */
    ask: async (dialog: Dialog, signal: AbortSignal = SIGNAL) => {
      const opened = new Promise<string>((resolve) => waiting.push(resolve));
      const answer = dialogs.ask(dialog, signal);
      answer.catch(() => {});
      return { answer, url: await opened };
    },
  };
}

const pageOf = async (url: string): Promise<string> => (await fetch(url)).text();
const tokenOf = (page: string): string => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Sends the form of a page. */
async function send(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly page: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, page: await response.text() };
}

describe('a question', () => {
  it('is answered with one of its choices, and its address is on stderr', async () => {
    const { ask, lines } = open();
    const { answer, url } = await ask(DEPLOY);
    expect(lines).toEqual([`A question waits for your answer: ${url}`]);
    const sent = await send(url, { token: tokenOf(await pageOf(url)), choice: '1' });
    expect(sent).toMatchObject({ status: 200, page: expect.stringContaining('Answer sent') });
    expect(await answer).toEqual({ kind: 'answered', value: 'change' });
  });

  it('tells a written answer from a choice that reads the same', async () => {
    const { ask } = open();
    const { answer, url } = await ask({ ...DEPLOY, allowsText: true });
    await send(url, { token: tokenOf(await pageOf(url)), send: '1', text: ' run\r\n' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run', isWritten: true });
  });

  it.each([
    ['a choice that is not there', { choice: '7' }],
    ['a choice that is no number', { choice: 'run' }],
    ['a text where only choices count', { text: 'yes, go on' }],
    ['nothing at all', {}],
  ])('stays open after %s', async (_what, fields: Record<string, string>) => {
    const { ask } = open();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    expect(await send(url, { token, ...fields })).toMatchObject({ status: 400 });
    await send(url, { token, choice: '0' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('refuses an empty and an oversized text', async () => {
    const { ask } = open();
    const { answer, url } = await ask(QUESTION);
    const token = tokenOf(await pageOf(url));
    expect(await send(url, { token, text: '  ' })).toMatchObject({ status: 400 });
    expect(await send(url, { token, text: 'x'.repeat(10_001) })).toMatchObject({ status: 400 });
    expect(await send(url, { token, text: 'x'.repeat(300_000) })).toMatchObject({ status: 413 });
    await send(url, { token, cancel: '1', text: 'ignored' });
    expect(await answer).toEqual({ kind: 'cancelled' });
  });

  it('is answered once', async () => {
    const { ask } = open();
    // Another open question keeps the server alive.
    await ask(QUESTION);
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    await send(url, { token, choice: '0' });
    expect(await send(url, { token, choice: '1' })).toMatchObject({
      status: 409,
      page: expect.stringContaining('answered before'),
    });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
    expect(await pageOf(url)).toContain('answered before');
  });

  it('times out', async () => {
    const { ask } = open({ deadlineMs: 30 });
    const { answer } = await ask(DEPLOY);
    expect(await answer).toEqual({ kind: 'timed-out' });
  });

  it('is not answered by a tab that closes', async () => {
    const { ask } = open();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    const tab = new AbortController();
    await fetch(`${url}/events`, { signal: tab.signal });
    tab.abort();
    expect(await pageOf(url)).toContain('Deploy?');
    await send(url, { token, choice: '0' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('ends when the call is aborted, and its page says so', async () => {
    const { ask } = open();
    const { url: other } = await ask(QUESTION);
    const call = new AbortController();
    const { answer, url } = await ask(DEPLOY, call.signal);
    const token = tokenOf(await pageOf(url));
    const events = (await fetch(`${url}/events`)).text();
    call.abort(new Error('cancelled by the client'));
    await expect(answer).rejects.toThrow('cancelled by the client');
    expect(await events).toBe('event: over\ndata: over\n\n');
    expect(await pageOf(url)).toContain('This question is over');
    expect(await send(url, { token, choice: '0' })).toMatchObject({ status: 409 });
    expect(await pageOf(other)).toContain('Name a collection.');
  });

  it('is not asked when the call is aborted already', async () => {
    const { dialogs, urls, lines } = open();
    await expect(dialogs.ask(DEPLOY, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect([urls, lines]).toEqual([[], []]);
  });

  it('is asked in Chinese', async () => {
    const { ask, lines } = open({ language: 'zh' });
    const { url } = await ask(DEPLOY);
    const page = await pageOf(url);
    expect(page).toContain('<html lang="zh-CN">');
    expect(page).toContain('部署？');
    expect(page).toContain('剩余时间');
    expect(lines[0]).toContain('等待您回答');
  });
});

describe('several questions at once', () => {
  it('each get their own answer: a second one does not orphan the first', async () => {
    const { ask } = open();
    const [first, second] = [await ask(DEPLOY), await ask(QUESTION)];
    expect(new URL(first.url).origin).toBe(new URL(second.url).origin);
    await send(second.url, { token: tokenOf(await pageOf(second.url)), text: 'todos' });
    expect(await second.answer).toEqual({ kind: 'answered', value: 'todos', isWritten: true });
    await send(first.url, { token: tokenOf(await pageOf(first.url)), choice: '0' });
    expect(await first.answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('do not take each other’s token', async () => {
    const { ask } = open();
    const [first, second] = [await ask(DEPLOY), await ask(DEPLOY)];
    const token = tokenOf(await pageOf(second.url));
    expect(await send(first.url, { token, choice: '0' })).toMatchObject({ status: 403 });
    expect(await pageOf(first.url)).toContain('To production.');
  });
});

describe('the server', () => {
  it('runs only while a question is open, and starts again for the next', async () => {
    const { ask } = open();
    const { answer, url } = await ask(DEPLOY);
    await send(url, { token: tokenOf(await pageOf(url)), choice: '0' });
    await answer;
    await expect.poll(() => fetch(url).catch(() => 'gone')).toBe('gone');
    const again = await ask(DEPLOY);
    expect(await pageOf(again.url)).toContain('Deploy?');
    expect(new URL(again.url).pathname).not.toBe(new URL(url).pathname);
  });

  it('ends with the program: open questions are cancelled, and their pages are told', async () => {
    const { ask, dialogs } = open();
    const { answer, url } = await ask(DEPLOY);
    const events = (await fetch(`${url}/events`)).text();
    await dialogs.close();
    expect(await answer).toEqual({ kind: 'cancelled' });
    expect(await events).toContain('data: lost');
    await expect(fetch(url)).rejects.toThrow();
    expect(await dialogs.ask(DEPLOY, SIGNAL)).toEqual({ kind: 'cancelled' });
  });

  it('asks even where no browser can be opened', async () => {
    const { dialogs, lines } = open({
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
    const { ask } = open();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    expect(await send(url, { token, choice: '0' }, headers)).toMatchObject({ status: 403 });
    await send(url, { token, cancel: '1' });
    expect(await answer).toEqual({ kind: 'cancelled' });
  });

  it('cannot answer without an origin, without the token, or with another type of body', async () => {
    const { ask } = open();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    expect((await fetch(url, { method: 'POST', headers: TYPE, body: `token=${token}&choice=0` })).status).toBe(403);
    expect(await send(url, { choice: '0' })).toMatchObject({ status: 403 });
    expect(await send(url, { token: 'x'.repeat(token.length), choice: '0' })).toMatchObject({ status: 403 });
    expect(await send(url, { token, choice: '0' }, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
    await send(url, { token, cancel: '1' });
    expect(await answer).toEqual({ kind: 'cancelled' });
  });

  it('do not get in by another name of this machine (DNS rebinding)', async () => {
    const { ask } = open();
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

  it('find nothing without the address', async () => {
    const { ask } = open();
    const { url } = await ask(DEPLOY);
    const { origin, pathname } = new URL(url);
    expect(pathname).toMatch(/^\/d\/[\w-]{32}$/);
    for (const path of ['/', '/d/', '/api/logs', `${pathname}x`, `/d/${'A'.repeat(32)}`, '/d/__proto__'])
      expect((await fetch(origin + path)).status, path).toBe(404);
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
  });

  it('are kept out of the page by its headers, and it loads nothing', async () => {
    const { ask } = open();
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

  it('cannot write the page: what a model says is text, and nothing of it is invisible', async () => {
    const { ask } = open();
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

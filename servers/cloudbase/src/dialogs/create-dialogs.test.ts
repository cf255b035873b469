import { describe, expect, it } from 'vitest';
import { DEPLOY, openDialogs, pageOf, QUESTION, send, tokenOf } from './fixtures/open-dialogs.ts';

describe('a question', () => {
  it('is answered with one of its choices, and its address is printed to stderr', async () => {
    const { ask, lines } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    expect(lines).toEqual([`A question waits for your answer: ${url}`]);
    const sent = await send(url, { token: tokenOf(await pageOf(url)), choice: '1' });
    expect(sent).toMatchObject({ status: 200, page: expect.stringContaining('Answer sent') });
    expect(await answer).toEqual({ kind: 'answered', value: 'change' });
  });

  it('distinguishes a written answer from a choice with the same text', async () => {
    const { ask } = openDialogs();
    const { answer, url } = await ask({ ...DEPLOY, allowsText: true });
    await send(url, { token: tokenOf(await pageOf(url)), send: '1', text: ' run\r\n' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run', isWritten: true });
  });

  it.each([
    ['an unknown choice', { choice: '7' }],
    ['a choice that is no number', { choice: 'run' }],
    ['a text where only choices count', { text: 'yes, go on' }],
    ['nothing at all', {}],
  ])('stays open after %s', async (_what, fields: Record<string, string>) => {
    const { ask } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    expect(await send(url, { token, ...fields })).toMatchObject({ status: 400 });
    await send(url, { token, choice: '0' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('refuses an empty and an oversized text', async () => {
    const { ask } = openDialogs();
    const { answer, url } = await ask(QUESTION);
    const token = tokenOf(await pageOf(url));
    expect(await send(url, { token, text: '  ' })).toMatchObject({ status: 400 });
    expect(await send(url, { token, text: 'x'.repeat(10_001) })).toMatchObject({ status: 400 });
    expect(await send(url, { token, text: 'x'.repeat(300_000) })).toMatchObject({ status: 413 });
    await send(url, { token, cancel: '1', text: 'ignored' });
    expect(await answer).toEqual({ kind: 'cancelled' });
  });

  it('can be answered only once', async () => {
    const { ask } = openDialogs();
    // Another open question keeps the server running.
    await ask(QUESTION);
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    await send(url, { token, choice: '0' });
    expect(await send(url, { token, choice: '1' })).toMatchObject({
      status: 409,
      page: expect.stringContaining('already answered'),
    });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
    expect(await pageOf(url)).toContain('already answered');
  });

  it('times out', async () => {
    const { ask } = openDialogs({ deadlineMs: 30 });
    const { answer } = await ask(DEPLOY);
    expect(await answer).toEqual({ kind: 'timed-out' });
  });

  it('stays open when its tab is closed', async () => {
    const { ask } = openDialogs();
    const { answer, url } = await ask(DEPLOY);
    const token = tokenOf(await pageOf(url));
    const tab = new AbortController();
    await fetch(`${url}/events`, { signal: tab.signal });
    tab.abort();
    expect(await pageOf(url)).toContain('Deploy?');
    await send(url, { token, choice: '0' });
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('ends when the call is aborted, which its page shows', async () => {
    const { ask } = openDialogs();
    const { url: other } = await ask(QUESTION);
    const call = new AbortController();
    const { answer, url } = await ask(DEPLOY, call.signal);
    const token = tokenOf(await pageOf(url));
    const events = (await fetch(`${url}/events`)).text();
    call.abort(new Error('cancelled by the client'));
    await expect(answer).rejects.toThrow('cancelled by the client');
    expect(await events).toBe('event: over\ndata: over\n\n');
    expect(await pageOf(url)).toContain('This question is closed');
    expect(await send(url, { token, choice: '0' })).toMatchObject({ status: 409 });
    expect(await pageOf(other)).toContain('Name a collection.');
  });

  it('is not asked if the call was aborted before', async () => {
    const { dialogs, urls, lines } = openDialogs();
    await expect(dialogs.ask(DEPLOY, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect([urls, lines]).toEqual([[], []]);
  });

  it('is asked in Chinese', async () => {
    const { ask, lines } = openDialogs({ language: 'zh' });
    const { url } = await ask(DEPLOY);
    const page = await pageOf(url);
    expect(page).toContain('<html lang="zh-CN">');
    expect(page).toContain('部署？');
    expect(page).toContain('剩余时间');
    expect(lines[0]).toContain('等待您回答');
  });
});

describe('several questions at once', () => {
  it('get separate answers: a second question does not orphan the first', async () => {
    const { ask } = openDialogs();
    const [first, second] = [await ask(DEPLOY), await ask(QUESTION)];
    expect(new URL(first.url).origin).toBe(new URL(second.url).origin);
    await send(second.url, { token: tokenOf(await pageOf(second.url)), text: 'todos' });
    expect(await second.answer).toEqual({ kind: 'answered', value: 'todos', isWritten: true });
    await send(first.url, { token: tokenOf(await pageOf(first.url)), choice: '0' });
    expect(await first.answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('do not accept each other’s tokens', async () => {
    const { ask } = openDialogs();
    const [first, second] = [await ask(DEPLOY), await ask(DEPLOY)];
    const token = tokenOf(await pageOf(second.url));
    expect(await send(first.url, { token, choice: '0' })).toMatchObject({ status: 403 });
    expect(await pageOf(first.url)).toContain('To production.');
  });
});

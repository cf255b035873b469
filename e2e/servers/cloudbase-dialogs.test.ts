import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDialogs } from '../../servers/cloudbase/src/dialogs/create-dialogs.ts';
import type { Dialog, DialogAnswer } from '../../servers/cloudbase/src/dialogs/dialogs.ts';
import { bringAxe } from '../web/fixtures/axe.ts';
import { newContext } from '../web/fixtures/browser.ts';

const CONFIRM: Dialog = {
  title: { en: 'Run this task?', zh: '确认执行任务' },
  message: 'Deploy the website to environment prod-7g2k.\n\n12 files are uploaded, and the CDN cache is cleared.',
  risks: ['Visitors see the new version at once.', 'index.html is overwritten.'],
  choices: [
    { value: 'run', label: 'Run the task', kind: 'primary' },
    { value: 'change', label: 'Change the task first' },
  ],
  allowsText: true,
};
const CONFIRM_ZH: Dialog = {
  ...CONFIRM,
  message: '将网站部署到环境 prod-7g2k。\n\n将上传 12 个文件，并刷新 CDN 缓存。',
  risks: ['访问者会立即看到新版本。', 'index.html 将被覆盖。'],
  choices: [
    { value: 'run', label: '确认执行', kind: 'primary' },
    { value: 'change', label: '需要修改任务' },
  ],
};
const CLARIFY: Dialog = {
  title: { en: 'Your answer is needed', zh: '需要您的回答' },
  message: 'Which collection should hold the orders?',
};
const DELETE: Dialog = {
  title: { en: 'Allow this change?', zh: '允许这项更改吗？' },
  message: 'Update collection',
  risks: ["Index 'by_name' of collection 'todos' would be dropped."],
  choices: [{ value: 'yes', label: 'Allow', kind: 'danger' }],
};

interface Look {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly language?: 'en' | 'zh';
  readonly deadlineMs?: number;
}

/** Asks, and opens the page of the question. Whatever the browser complains of fails the test. */
async function ask(dialog: Dialog, { theme = 'light', width = 1280, language = 'en', deadlineMs }: Look = {}) {
  const first = Promise.withResolvers<string>();
  const opened: string[] = [];
  const dialogs = createDialogs({
    language,
    complain: () => {},
    openBrowser: (url) => {
      opened.push(url);
      first.resolve(url);
    },
    ...(deadlineMs !== undefined && { deadlineMs }),
  });
  const call = new AbortController();
  const answer: Promise<DialogAnswer | 'aborted'> = dialogs.ask(dialog, call.signal).catch(() => 'aborted' as const);
  const context = await newContext({ theme, width });
  const page = await context.newPage();
  const problems: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requested.push(request.url()));
  await bringAxe(page);
  const url = await first.promise;
  onTestFinished(async () => {
    await dialogs.close();
    expect(problems).toEqual([]);
    expect(requested.filter((one) => !one.startsWith(new URL(url).origin) && !one.startsWith('data:'))).toEqual([]);
  });
  // Without it a question that ends at once would look like a program that ended.
  const following = page.waitForResponse(`${url}/events`);
  await page.goto(url);
  await following;
  return { page, answer, call, url, dialogs, opened };
}

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = (page: Page) =>
  page.evaluate('document.activeElement.id || document.activeElement.textContent') as Promise<string>;

const barriers = (page: Page) =>
  page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`);

/** Saves screenshots only on request: `DIALOG_SHOTS=folder`. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['DIALOG_SHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}

describe.each(['light', 'dark'] as const)('the page of a question, %s', (theme) => {
  it.each([
    ['confirm', CONFIRM, 1280, 'en'],
    ['confirm', CONFIRM, 360, 'en'],
    ['confirm', CONFIRM_ZH, 1280, 'zh'],
    ['clarify', CLARIFY, 1280, 'en'],
    ['clarify', CLARIFY, 360, 'zh'],
    ['delete', DELETE, 1280, 'en'],
  ] as const)('has no barrier and does not scroll sideways: %s', async (name, dialog, width, language) => {
    const { page, answer } = await ask(dialog, { theme, width, language });
    expect(await barriers(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await shoot(page, `${name}-${language}-${theme}-${width}`);
    await page.getByRole('button', { name: language === 'zh' ? '取消' : 'Cancel', exact: true }).click();
    await page.getByRole('heading', { name: language === 'zh' ? '已取消' : 'Cancelled' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `${name}-cancelled-${language}-${theme}-${width}`);
    expect(await answer).toEqual({ kind: 'cancelled' });
  });
});

describe('with the keyboard alone', () => {
  it('nothing is chosen by an Enter that comes with the page', async () => {
    const { page, answer } = await ask(CONFIRM);
    expect(await focused(page)).toBe('title');
    await press(page, 'Enter');
    expect(await page.getByRole('heading', { name: 'Run this task?' }).isVisible()).toBe(true);
    const order: string[] = [];
    for (let count = 0; count < 5; count++) {
      await press(page, 'Tab');
      order.push(await focused(page));
    }
    expect(order).toEqual(['Run the task', 'Change the task first', 'text', 'Cancel', 'Send']);
    await page.getByRole('button', { name: 'Change the task first' }).focus();
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Answer sent' }).waitFor();
    expect(await answer).toEqual({ kind: 'answered', value: 'change' });
  });

  it('arrows move between the choices', async () => {
    const { page, answer } = await ask(CONFIRM);
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(await focused(page)).toBe('Run the task');
    await press(page, 'ArrowUp', 'ArrowDown', 'Enter');
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });

  it('Enter sends a text, Shift+Enter starts a line, and an empty one is not sent', async () => {
    const { page, answer } = await ask(CLARIFY);
    expect(await focused(page)).toBe('text');
    await press(page, 'Enter');
    await page.keyboard.type('orders');
    await press(page, 'Shift+Enter');
    await page.keyboard.type('of this year');
    await press(page, 'Enter');
    await page.getByRole('heading', { name: 'Answer sent' }).waitFor();
    expect(await answer).toEqual({ kind: 'answered', value: 'orders\nof this year', isWritten: true });
  });

  it('Escape cancels, but not with one key what is written', async () => {
    const { page, answer } = await ask(CLARIFY);
    await page.keyboard.type('half an ans');
    await press(page, 'Escape');
    expect(await focused(page)).toBe('Cancel');
    await press(page, 'Escape');
    await page.getByRole('heading', { name: 'Cancelled' }).waitFor();
    expect(await answer).toEqual({ kind: 'cancelled' });
  });
});

describe('with a screen reader', () => {
  it('everything has a name, and the risks come before the answers', async () => {
    const { page } = await ask(CONFIRM);
    expect((await page.locator('body').ariaSnapshot()).replace(/\d+:\d\d/, 'M:SS').split('\n')).toEqual([
      '- main "Run this task?":',
      '  - text: CloudBase asks you',
      '  - timer:',
      '    - text: Time left',
      '    - time: M:SS',
      '  - heading "Run this task?" [level=1]',
      '  - paragraph: Deploy the website to environment prod-7g2k. 12 files are uploaded, and the CDN cache is cleared.',
      '  - region "Risks":',
      '    - heading "Risks" [level=2]',
      '    - list:',
      '      - listitem: Visitors see the new version at once.',
      '      - listitem: index.html is overwritten.',
      '  - group "Choose an answer":',
      '    - text: Choose an answer',
      '    - button "Run the task"',
      '    - button "Change the task first"',
      '  - text: Or write an answer',
      '  - textbox "Or write an answer"',
      '  - paragraph: Enter sends, Shift+Enter starts a new line.',
      '  - button "Cancel"',
      '  - button "Send"',
      '  - status',
      '- contentinfo:',
      '  - paragraph: Closing this tab does not answer. The question stays open until it times out. Served by toolmark-cloudbase on this machine.',
    ]);
  });
});

describe('several questions at once', () => {
  it('each get the answer of their own tab', async () => {
    const first = await ask(CONFIRM);
    const second = first.dialogs.ask(CLARIFY, new AbortController().signal);
    await expect.poll(() => first.opened).toHaveLength(2);
    const tab = await first.page.context().newPage();
    await tab.goto(first.opened[1] ?? '');
    await tab.getByRole('textbox').fill('orders');
    await tab.getByRole('button', { name: 'Send' }).click();
    await tab.getByRole('heading', { name: 'Answer sent' }).waitFor();
    expect(await second).toEqual({ kind: 'answered', value: 'orders', isWritten: true });
    await first.page.getByRole('button', { name: 'Run the task' }).click();
    expect(await first.answer).toEqual({ kind: 'answered', value: 'run' });
  });
});

describe('a foreign page', () => {
  it('that knows the address of a question cannot answer it', async () => {
    const { page, answer, url } = await ask(CONFIRM);
    const form = `<form method="post" action="${url}"><input name="choice" value="0"><input name="token" value="x"></form><script>document.forms[0].submit()</script>`;
    const served = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(form));
    await once(served.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void served.close());
    const foreign = await page.context().newPage();
    // Another port of the same machine is another origin.
    await foreign.goto(`http://127.0.0.1:${(served.address() as AddressInfo).port}/`);
    await foreign.getByRole('heading', { name: 'This answer was not accepted' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await answer).toEqual({ kind: 'cancelled' });
  });
});

describe('a question that ends elsewhere', () => {
  it('says so on its page when its call is cancelled', async () => {
    const { page, answer, call } = await ask(CONFIRM);
    call.abort();
    await page.getByRole('heading', { name: 'This question is closed' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);
    await shoot(page, 'over-en-light-1280');
    expect(await answer).toBe('aborted');
  });

  it('says so on its page when its time is up', async () => {
    const { page, answer } = await ask(CLARIFY, { deadlineMs: 4_000 });
    await page.getByRole('timer').getByText('0:0').waitFor();
    await page.getByRole('heading', { name: 'Time is up' }).waitFor();
    expect(await answer).toEqual({ kind: 'timed-out' });
  });

  it('is still open after its tab was closed', async () => {
    const { page, answer, url } = await ask(CONFIRM);
    const again = await page.context().newPage();
    await page.close();
    await again.goto(url);
    await again.getByRole('button', { name: 'Run the task' }).click();
    await again.getByRole('heading', { name: 'Answer sent' }).waitFor();
    expect(await answer).toEqual({ kind: 'answered', value: 'run' });
  });
});

import type { Tool } from '@toolmark/api-contract';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { connectTo } from '../policy/fixtures/policy-client.ts';
import { viewOf } from '../record/fixtures/record.ts';
import { until, waitingAt } from './fixtures/answering.ts';
import { openPage } from './fixtures/browser.ts';
import { HIDDEN, HOSTILE, HTML, LINK, LONG, nested, PROTOTYPES } from './fixtures/hostile.ts';
import { createScripted } from './fixtures/scripted.ts';
import { shareGateway } from './fixtures/shared-gateway.ts';

const hostile = createScripted(HOSTILE);
const gateway = shareGateway({ servers: { hostile: hostile.entry } });

/** What can be seen of a page that shows something hostile; nothing of it may be there. */
const LOOK = `(async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const hidden = /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff\\u{e0000}-\\u{e007f}]/u;
  const told = [document.title, ...[...document.querySelectorAll('body, body *')].flatMap((one) =>
    [...one.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)
      .concat(['title', 'aria-label', 'alt', 'placeholder'].map((name) => one.getAttribute(name) ?? '')))];
  return {
    ran: window.pwned ?? null,
    polluted: {}.polluted ?? null,
    hidden: told.filter((text) => hidden.test(text)).map((text) => JSON.stringify(text.slice(0, 80))),
    elements: [...document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i], img[src="x"], [onerror], [onload], iframe, object, embed')]
      .map((one) => one.outerHTML.slice(0, 200)),
    wide: Math.max(0, document.scrollingElement.scrollWidth - innerWidth),
  };
})()`;
const HARMLESS = { ran: null, polluted: null, hidden: [], elements: [], wide: 0 };

interface Sight {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /** Text that is there once the page shows what it is to show. */
  readonly shows: string | RegExp;
}

async function fill(): Promise<void> {
  for (const era of ['modern', 'older'] as const) {
    const client = await connectTo(gateway(), era, `${HTML}${HIDDEN}${LONG}`);
    for (const name of Object.keys(HOSTILE.answers ?? {}))
      await client
        .call(`hostile__${name}`, {
          [HTML]: HTML,
          [HIDDEN]: HIDDEN,
          [LONG]: LONG,
          link: LINK,
          deep: nested(20),
          ...PROTOTYPES,
        })
        .catch(() => undefined);
  }
  const client = await connectTo(gateway(), 'modern', HTML);
  client
    .call('hostile__wipe', { [HTML]: HTML, [HIDDEN]: HIDDEN, [LONG]: `${LINK}${LONG}`, ...PROTOTYPES })
    .catch(() => undefined);
}

describe('the policy that comes with the page', () => {
  it.each(['/', '/index.html', '/tools/x/y', '/assets/nothing.js'])('lets only its own files run: %s', async (path) => {
    const policy = (await fetch(`${gateway().url}${path}`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
  });
});

describe('what servers and clients write', () => {
  it('is shown as text on every page, and does nothing else', { timeout: 280_000 }, async () => {
    await fill();
    const asked = await waitingAt(gateway());
    const { tool_calls: calls } = await viewOf(gateway()).calls('?limit=100');
    const { tools } = (await gateway().api('/api/v1/tools')).body as { readonly tools: readonly Tool[] };
    const odd = tools.find(({ name }) => name.startsWith('a"'));
    expect(odd).toBeDefined();
    const tool = `/tools/hostile/${encodeURIComponent(odd?.name ?? '')}`;
    const callOf = (name: string): string => `/tool-calls/${calls.find((call) => call.tool === name)?.id}`;
    const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

    const page = await openPage({ gateway: gateway(), width: 1440 });
    const dialogs: string[] = [];
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message());
      await dialog.dismiss();
    });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      const isOwn = url.startsWith(`${gateway().url}/`) || url.startsWith('data:');
      // An `img` that was made of text would ask its own server for `x`.
      const isMadeUp = !request.isNavigationRequest() && url.endsWith('/x');
      if (!isOwn || isMadeUp) elsewhere.push(url);
    });

    const sights: readonly Sight[] = [
      { name: 'dashboard', path: '/', shows: 'Busiest tools' },
      { name: 'approvals', path: '/approvals', shows: 'Stopped by the rule' },
      { name: 'approval', path: `/approvals/${asked.id}`, shows: 'see the call' },
      { name: 'calls', path: '/tool-calls', shows: 'get_html' },
      ...Object.keys(HOSTILE.answers ?? {}).map((name) => ({
        name: `call ${name}`,
        path: callOf(name),
        shows: /result, text|Result/,
      })),
      { name: 'call, raw', path: callOf('get_keys'), act: tab('Raw'), shows: 'principal' },
      { name: 'sessions', path: '/sessions', shows: /img src=x/ },
      { name: 'session', path: `/sessions/${asked.session_id}`, shows: /img src=x/ },
      { name: 'tools', path: '/tools', shows: /img src=x/ },
      ...['hints', 'definition', 'try', 'clients', 'history', 'calls'].map((name) => ({
        name: `tool ${name}`,
        path: `${tool}?tab=${name}`,
        shows: 'for clients',
      })),
      { name: 'tool, long', path: '/tools/hostile/long?tab=definition', shows: 'As the server sent it' },
      { name: 'servers', path: '/servers', shows: 'Ready' },
      { name: 'server', path: '/servers/hostile#stderr', shows: 'Log' },
      { name: 'policy', path: '/policy', shows: /destructive/i },
      {
        name: 'palette',
        path: '/',
        act: async (of) => {
          await until(of.getByRole('combobox'), () => of.keyboard.press('Control+k'));
          await of.getByRole('combobox').fill('img');
        },
        shows: /Search calls for/,
      },
    ];
    const found: Record<string, unknown> = {};
    for (const { name, path, act, shows } of sights) {
      await page.goto(`${gateway().url}${path}`);
      await act?.(page);
      await page.getByText(shows).locator('visible=true').first().waitFor();
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const seen: unknown = await page.evaluate(LOOK);
        if (JSON.stringify(seen) !== JSON.stringify(HARMLESS)) found[`${name} at ${width}`] = seen;
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(found).toEqual({});
    expect({ dialogs, elsewhere }).toEqual({ dialogs: [], elsewhere: [] });

    // All of it is there to be read, and the page still does what it is asked to.
    await page.goto(`${gateway().url}${callOf('get_html')}`);
    await page.getByText(HTML).first().waitFor();
    await page.getByText('safe⟨U+0000⟩⟨U+0007⟩⟨U+001B⟩[31m⟨U+202E⟩gpj.exe').first().waitFor();
    await page.goto(`${gateway().url}${callOf('get_line')}`);
    await page.getByRole('button', { name: /Show all \(/ }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'hidden' });
  });
});

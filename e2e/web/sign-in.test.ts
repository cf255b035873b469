import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TestGateway } from '../gateway/fixtures/gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { newContext, openPage } from './fixtures/browser.ts';
import { restartGateway, startPageGateway } from './fixtures/gateway.ts';

/** What a browser says of requests that were under way, or are made, while the gateway is being started anew. */
const WHILE_IT_IS_AWAY = [
  /ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/,
  /status of 503/,
];

/** The browser writes every refusal into its console. */
const REFUSED = [/status of 401/];

const tokenBox = (page: Page) => page.getByLabel('Owner’s token');
const isLetIn = (page: Page) => page.getByRole('navigation').first().waitFor();
const isLeftOut = (page: Page) => tokenBox(page).waitFor();

async function makeLink(gateway: TestGateway): Promise<string> {
  const { code, stdout } = await runCli(['open', '--print', '--data', gateway.dataDir]);
  expect(code).toBe(0);
  return stdout.trim();
}

/** A page of somebody else's program on this machine. */
async function serveForeignPage(
  html = '',
): Promise<{ readonly url: string; readonly cookies: () => string | undefined }> {
  let cookies: string | undefined;
  const server = createServer((request, response) => {
    cookies = request.headers.cookie;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>foreign</title>${html}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, cookies: () => cookies };
}

describe('a browser that is not signed in', () => {
  it('is asked for the token, whatever it opens, and is told nothing else', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, signedIn: false, path: '/tool-calls?class=destructive', expected: REFUSED });
    await isLeftOut(page);
    expect(await tokenBox(page).getAttribute('type')).toBe('password');
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('is let in with the token, and hears when it is another one', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, signedIn: false, expected: REFUSED });
    await tokenBox(page).fill('not-the-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText("This is not the owner's token of this gateway.").waitFor();
    await tokenBox(page).fill(gateway.ownerToken ?? '');
    await tokenBox(page).press('Enter');
    await isLetIn(page);
    expect(await page.context().cookies()).toEqual([
      expect.objectContaining({
        name: `toolmark_${new URL(gateway.url).port}`,
        domain: '127.0.0.1',
        path: '/',
        httpOnly: true,
        sameSite: 'Strict',
      }),
    ]);
    // Neither the token nor what stands for it is where a script could read it.
    const readable: unknown = await page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])',
    );
    expect(readable).not.toContain(gateway.ownerToken);
    expect(JSON.parse(String(readable))[0]).toBe('');
  });

  it('is not asked where the gateway wants no token', async () => {
    const gateway = await startPageGateway({ auth: false });
    await isLetIn(await openPage({ gateway, signedIn: false }));
  });
});

describe('a link', () => {
  it('lets one browser in, once, and stays nowhere', async () => {
    const gateway = await startPageGateway();
    const link = await makeLink(gateway);
    const page = await openPage({ gateway, signedIn: false, expected: REFUSED });
    await isLeftOut(page);
    // Pasted into the tab that shows the sign-in page: only the hash of its address changes.
    await page.goto(link);
    await isLetIn(page);
    expect(page.url()).toBe(`${gateway.url}/`);
    await page.goBack();
    await page.goForward();
    expect(page.url()).toBe(`${gateway.url}/`);

    const other = await openPage({ gateway, signedIn: false, expected: REFUSED });
    await other.goto('about:blank');
    await other.goto(link);
    await other.getByRole('alert').getByText('This link was used already').waitFor();
    await isLeftOut(other);
    expect(gateway.stdout() + gateway.stderr()).not.toContain(new URL(link).hash.slice('#link='.length));
  });

  it('that was used does not send away who is in', async () => {
    const gateway = await startPageGateway();
    const link = await makeLink(gateway);
    const context = await newContext();
    const page = await openPage({ gateway, context, signedIn: false, expected: REFUSED });
    for (const _time of ['first', 'second']) {
      await page.goto('about:blank');
      await page.goto(link);
      await isLetIn(page);
    }
  });

  it('of nobody says so', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, signedIn: false, path: '/#link=made-up', expected: REFUSED });
    await page
      .getByRole('alert')
      .getByText('This link has expired, or is from an earlier start of the gateway.')
      .waitFor();
  });
});

describe('a browser that is signed in', () => {
  it('stays so in every tab and after a restart of the gateway', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, expected: WHILE_IT_IS_AWAY });
    await isLetIn(
      await openPage({ gateway, context: page.context(), signedIn: false, path: '/tools', expected: [/./] }),
    );
    const policy = "performance.getEntriesByType('resource').some(({ name }) => name.includes('PolicyPage'))";
    await expect.poll(() => page.evaluate(policy)).toBe(true);
    await gateway.stop();
    // A page that was not visited opens nevertheless, and says what is wrong until the gateway is back.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor();
    const failure = page.getByText('The gateway cannot be reached.').first();
    await failure.waitFor();
    await restartGateway(gateway);
    await failure.waitFor({ state: 'detached' });
    await page.reload();
    await isLetIn(page);
  });

  it('is left out once the token is another one', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, expected: [...WHILE_IT_IS_AWAY, /status of 401/] });
    await gateway.stop();
    rmSync(join(gateway.dataDir, 'owner-token'));
    await restartGateway(gateway);
    await page.reload();
    await isLeftOut(page);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('is out once it signs out, and its cookie is of no use to anybody', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway, expected: REFUSED });
    const cookies = await page.context().cookies();
    expect(await page.evaluate(`fetch('/api/v1/sign-out', { method: 'POST' }).then(({ status }) => status)`)).toBe(200);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await isLeftOut(page);
    await page.context().addCookies(cookies);
    await page.reload();
    await isLeftOut(page);
  });

  it('is let in by its own page only: not by a page of another port, though it has the cookie there', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway });
    const foreign = await page.context().newPage();
    const { url, cookies } = await serveForeignPage();
    await foreign.goto(url);
    // Cookies do not tell ports apart. What helps is that the browser says where a request comes from.
    expect(cookies()).toContain(`toolmark_${new URL(gateway.url).port}=`);
    const answered = foreign.waitForResponse(`${gateway.url}/api/v1/servers`);
    await foreign.evaluate(
      `fetch('${gateway.url}/api/v1/servers', { credentials: 'include', mode: 'no-cors' }).catch(() => {})`,
    );
    expect((await answered).status()).toBe(403);
  });

  it('follows a link to the page from anywhere', async () => {
    const gateway = await startPageGateway();
    const page = await openPage({ gateway });
    const elsewhere = await page.context().newPage();
    const { url } = await serveForeignPage(`<a href="${gateway.url}/tools">tools</a>`);
    // By this name it is another site.
    await elsewhere.goto(url.replace('127.0.0.1', 'localhost'));
    await elsewhere.getByRole('link').click();
    await isLetIn(elsewhere);
    expect(elsewhere.url()).toBe(`${gateway.url}/tools`);
  });
});

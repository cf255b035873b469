import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask } from './fixtures/ask.ts';
import { type RecordGateway, startRecordGateway } from './fixtures/record-gateway.ts';

const LINK = { url: 'http://192.0.2.1:7420/#link=c0de', expires_at: '2026-11-15T12:10:00.000Z' };

let gateway: RecordGateway;
let folder = '';
let isFull = false;
let link = LINK.url;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolmark-open-'));
  gateway = await startRecordGateway({
    onApi: ({ method, path }) => {
      if (`${method} ${path.join('/')}` !== 'POST links') return undefined;
      return isFull ? { error: ['too_many_requests', 'Too many wait already.'] } : { json: { ...LINK, url: link } };
    },
  });
});
beforeEach(() => {
  isFull = false;
  link = LINK.url;
});
afterAll(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

/** A program that records the address, and exits with a code. */
async function createBrowser(code: number): Promise<{ readonly path: string; readonly opened: () => Promise<string> }> {
  const path = join(folder, `browser-${code}`);
  await writeFile(path, `#!/bin/sh\nprintf '%s' "$*" > "$0.opened"\nexit ${code}\n`);
  await chmod(path, 0o700);
  return { path, opened: () => readFile(`${path}.opened`, 'utf8') };
}

const open = (args: readonly string[] = [], browser = join(folder, 'no-browser')) =>
  ask(['open', ...args], { home: gateway.data, env: { BROWSER: browser } });
const here = (): string => `${gateway.url()}/#link=c0de`;

describe('toolmark open', () => {
  it('opens a link at the address that leads to the gateway, and does not print it', async () => {
    const browser = await createBrowser(0);
    expect(await open([], browser.path)).toEqual({
      code: 0,
      stdout: `✓ The page is open in your browser: ${gateway.url()}/\n`,
      stderr: '',
    });
    expect(await browser.opened()).toBe(here());
  });

  it('uses the name localhost if the gateway does, which passkeys need', async () => {
    link = `${gateway.url().replace('127.0.0.1', 'localhost')}/#link=c0de`;
    expect(await open(['--print'])).toEqual({ code: 0, stdout: `${link}\n`, stderr: '' });
    link = 'http://localhost:1/#link=c0de';
    expect(await open(['--print'])).toEqual({ code: 0, stdout: `${here()}\n`, stderr: '' });
  });

  it('prints the link with --print, and opens nothing', async () => {
    expect(await open(['--print'])).toEqual({ code: 0, stdout: `${here()}\n`, stderr: '' });
    const { code, stdout } = await open(['--json']);
    expect([code, JSON.parse(stdout)]).toEqual([0, { url: here(), expires_at: LINK.expires_at }]);
  });

  it.each([
    ['is none', () => Promise.resolve(join(folder, 'no-browser'))],
    ['fails', async () => (await createBrowser(3)).path],
  ])('prints the link if the browser %s', async (_case, makeBrowser) => {
    expect(await open([], await makeBrowser())).toEqual({
      code: 1,
      stdout: `No browser could be opened here. This link signs in one browser, once, within ten minutes:\n  ${here()}\n`,
      stderr: '',
    });
  });

  it("prints the gateway's message", async () => {
    isFull = true;
    expect(await open()).toEqual({ code: 2, stdout: '', stderr: 'Too many wait already.\n' });
  });

  it('prints the start command if none is running', async () => {
    expect(await ask(['open', '--data', folder])).toEqual({
      code: 2,
      stdout: '',
      stderr: `No gateway is running on ${folder}. Start one with: toolmark serve --data ${folder}\n`,
    });
  });
});

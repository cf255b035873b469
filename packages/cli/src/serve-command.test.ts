import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from './fixtures/ask.ts';

let data = '';
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'toolmark-serve-'));
  await writeFile(join(data, 'toolmark.json'), '{ "mcpServers": {} }');
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Serves until a text was printed. */
async function serve(
  args: readonly string[],
  given: { readonly isTTY: boolean; readonly browser?: string },
  until: (stdout: string, stderr: string) => boolean | Promise<boolean>,
): Promise<{ readonly code: number; readonly url: string; readonly stderr: string }> {
  const stopping = new AbortController();
  let said: readonly [string, string] = ['', ''];
  const ended = ask(['serve', '--data', data, '--port', '0', '--log-level', 'silent', ...args], {
    isTTY: given.isTTY,
    signal: stopping.signal,
    env: given.browser === undefined ? {} : { BROWSER: given.browser },
    onStdout: (all) => {
      said = [all, said[1]];
    },
    onStderr: (all) => {
      said = [said[0], all];
    },
  });
  await vi.waitUntil(async () => said[0].includes('ready') && (await until(...said)), { timeout: 15_000 });
  stopping.abort();
  const { code, stdout, stderr } = await ended;
  return { code, stderr, url: /^toolmark ready (\S+)\n$/.exec(stdout)?.[1] ?? '' };
}

const introduced = (_stdout: string, stderr: string): boolean => stderr.includes('Config ');

describe('toolmark serve', () => {
  it('prints a sign-in link on a terminal', async () => {
    const { url, stderr } = await serve([], { isTTY: true }, introduced);
    const [, link = ''] = /^ {2}Page {10}(\S+) \(works once, within the hour\)$/m.exec(stderr) ?? [];
    expect(link).toMatch(new RegExp(`^${url}/#link=[\\w-]{43}$`));
  });

  it('prints only the address if no token is required', async () => {
    const { url, stderr } = await serve(['--no-auth'], { isTTY: true }, introduced);
    expect(stderr).toContain(`\n  Page          ${url}/\n`);
  });

  it('prints no link if the output may be stored', async () => {
    const { stderr } = await serve([], { isTTY: false }, () => true);
    expect(stderr).toBe('');
  });

  it('opens the page with --open, and writes its link nowhere', async () => {
    const browser = join(data, 'browser');
    await writeFile(browser, `#!/bin/sh\nprintf '%s' "$*" > "$0.part" && mv "$0.part" "$0.opened"\n`);
    await chmod(browser, 0o700);
    const opened = () => readFile(`${browser}.opened`, 'utf8').catch(() => '');
    const { url, stderr } = await serve(['--open'], { isTTY: false, browser }, async () => (await opened()) !== '');
    expect([await opened(), stderr]).toEqual([expect.stringMatching(new RegExp(`^${url}/#link=[\\w-]{43}$`)), '']);
  });

  it('says how to sign in if there is no browser, without a link', async () => {
    const given = { isTTY: false, browser: join(data, 'none') };
    const { code, stderr } = await serve(['--open'], given, (_stdout, said) => said !== '');
    expect([code, stderr]).toEqual([
      0,
      `No browser could be opened here. Get a link to the page with: toolmark open --print --data ${data}\n`,
    ]);
  });
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openBrowser } from './open-browser.ts';

const URL_WITH_SHELL_CHARACTERS = 'http://127.0.0.1:1/d/a?b=$(touch pwned)&c=`id`;exit';

async function programFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-browser-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('passes the address to the program in BROWSER without a shell', async () => {
  const folder = await programFolder();
  const [program, seen] = [join(folder, 'browser'), join(folder, 'seen')];
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`, {
    mode: 0o755,
  });
  openBrowser(URL_WITH_SHELL_CHARACTERS, { BROWSER: program });
  await expect.poll(() => readFile(seen, 'utf8').catch(() => '')).toBe(URL_WITH_SHELL_CHARACTERS);
});

it('does nothing without a display', () => {
  expect(openBrowser('http://127.0.0.1:1/', {}, 'linux')).toBeUndefined();
});

it('does not fail if the program is missing', async () => {
  const folder = await programFolder();
  openBrowser('http://127.0.0.1:1/', { BROWSER: join(folder, 'missing') });
  // An unhandled error event of the child process would fail this file.
  await new Promise((resolve) => setImmediate(resolve));
});

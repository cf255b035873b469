// Plain JavaScript, because it runs before anything is installed, and in tests.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];

const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium: the CHROMIUM variable, else an installed one; `undefined` if there is none. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined;
  return [...inPath(NAMES, env), ...ELSEWHERE].find(isProgram);
}

/**
 * The path of the headless shell, which has the same engine without the windows around it and needs about half the CPU
 * time for a page; `undefined` if there is none, or if the CHROMIUM variable asks for another browser.
 */
export function findHeadlessShell(env = process.env) {
  return env.CHROMIUM ? undefined : inPath(SHELL_NAMES, env).find(isProgram);
}

function inPath(names, env) {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

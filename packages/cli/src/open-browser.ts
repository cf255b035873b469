import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`: its shell would treat an & in the address as the end of the command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Some openers exit at once, others run as long as the browser: no failure within this time counts as success. */
const TIMEOUT_MS = 3_000;

/**
 * Opens a page in the user's browser and returns whether that seems to have worked. `BROWSER` names the program. The
 * address may contain a sign-in code: it is passed to the browser and written nowhere else.
 */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const [command, ...args] = openerOf(env['BROWSER']);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    const end = (isOpen: boolean): void => {
      clearTimeout(patience);
      resolve(isOpen);
    };
    const patience = setTimeout(() => end(true), TIMEOUT_MS);
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}

/** `BROWSER` may also be a list or contain a placeholder for the address; `xdg-open` supports these. */
function openerOf(named: string | undefined): readonly [string, ...string[]] {
  if (named !== undefined && /^[^:%]+$/.test(named)) return [named];
  return OPENERS[process.platform] ?? ['xdg-open'];
}

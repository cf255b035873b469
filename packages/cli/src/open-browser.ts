import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`: to its shell an & in an address begins the next command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Some openers end at once, some stay as long as the browser does. Who says nothing for so long has opened one. */
const PATIENCE_MS = 3_000;

/**
 * Opens a page in the person's browser, and says whether that worked as far as can be seen. `BROWSER` names the program, as
 * elsewhere. The address may hold a code that lets somebody in: it is handed to the browser and written nowhere.
 */
export function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const [command, ...args] = openerOf(env['BROWSER']);
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    const end = (isOpen: boolean): void => {
      clearTimeout(patience);
      resolve(isOpen);
    };
    const patience = setTimeout(() => end(true), PATIENCE_MS);
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    child.unref();
  });
}

/** `BROWSER` may also be a list, or have a place for the address; `xdg-open` knows what to do with these. */
function openerOf(named: string | undefined): readonly [string, ...string[]] {
  if (named !== undefined && /^[^:%]+$/.test(named)) return [named];
  return OPENERS[process.platform] ?? ['xdg-open'];
}

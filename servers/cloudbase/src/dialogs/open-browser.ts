import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`: its shell would read an & in an address as the end of a command.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the browser of the person, without a shell. A machine without a browser is no failure: the address is on stderr too.
 */
export function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): void {
  const opener = openerOf(env, platform);
  if (opener === undefined) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // The program may be missing. Without a listener that would end this process.
  child.once('error', () => {});
  child.unref();
}

/** Whether {@link openBrowser} would start something that a person can see. */
export const canOpenBrowser = (
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean => openerOf(env, platform) !== undefined;

/** `BROWSER` may also be a list, or have a place for the address; `xdg-open` reads these itself. */
function openerOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] | undefined {
  const named = env['BROWSER'];
  if (named !== undefined && /^[^:%]+$/.test(named)) return [named];
  if (OPENERS[platform] !== undefined) return OPENERS[platform];
  // Without a display xdg-open would start a browser for terminals, and nobody could see it.
  return named !== undefined || env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

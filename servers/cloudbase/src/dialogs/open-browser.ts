import { spawn } from 'node:child_process';

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  // Not `start`: its shell would treat an & in an address as a command separator.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the user's browser, without a shell. A missing browser is not an error: the address is also on stderr.
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
  // The program may be missing; without a listener that error would crash this process.
  child.once('error', () => {});
  child.unref();
}

/** Whether {@link openBrowser} can open a visible browser. */
export const canOpenBrowser = (
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean => openerOf(env, platform) !== undefined;

/** `BROWSER` may also be a list or have a placeholder for the address; `xdg-open` handles these. */
function openerOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] | undefined {
  const named = env['BROWSER'];
  if (named !== undefined && /^[^:%]+$/.test(named)) return [named];
  if (OPENERS[platform] !== undefined) return OPENERS[platform];
  // Without a display xdg-open would start a text browser, invisible to the user.
  return named !== undefined || env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

import { accessSync, constants, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Setup } from './target.ts';

const loopbackOnly = fileURLToPath(new URL('loopback-only.mjs', import.meta.url));

/** The Node arguments that run a peer from npm, restricted to the loopback interface. */
export function npmPeer(name: string): readonly string[] {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`${name} is not installed; run: npm install`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  return ['--import', loopbackOnly, join(dirname(manifest), bin[name] ?? '')];
}

/** The path of a program on PATH; `undefined` if there is none. */
export function onPath(program: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      const file = join(folder, program);
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Continue with the next folder.
    }
  }
  return undefined;
}

/** Puts caches, logs and tokens into the run's folder instead of the user's home. */
export function ownHome({ folder }: Setup): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote'),
  };
}

import { accessSync, constants, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Setup } from './target.ts';

const loopbackOnly = fileURLToPath(new URL('loopback-only.mjs', import.meta.url));

/** The arguments for Node that run a peer from npm, kept on the loopback interface. */
export function npmPeer(name: string): readonly string[] {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`${name} is not installed; run: npm install`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: Readonly<Record<string, string>> };
  return ['--import', loopbackOnly, join(dirname(manifest), bin[name] ?? '')];
}

/** Where a program is on PATH, undefined when it is not. */
export function onPath(program: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      const file = join(folder, program);
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here; the next folder may have it.
    }
  }
  return undefined;
}

/** Caches, logs and tokens go into the folder of the run and not to the home of the person who runs this. */
export function ownHome({ folder }: Setup): Readonly<Record<string, string>> {
  return {
    HOME: folder,
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    MCP_REMOTE_CONFIG_DIR: join(folder, 'mcp-remote'),
  };
}

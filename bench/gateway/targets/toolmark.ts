import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { start } from '../processes.ts';
import { runningWhenPrinted } from './start-http.ts';
import { runningOverStdio } from './start-stdio.ts';
import type { Setup, Target } from './target.ts';

/** The built command with default settings, as users run it. */
const cli = fileURLToPath(new URL('../../../packages/cli/bin/toolmark.js', import.meta.url));

const shared = {
  role: 'toolmark',
  eras: ['legacy', 'modern'],
  upstreams: ['stdio', 'http'],
  aggregates: true,
  toolName: (server: string, tool: string) => `${server}__${tool}`,
} as const;

export const toolmarkWithToken: Target = {
  ...shared,
  name: 'toolmark',
  speaks: 'http',
  start: (setup) => serve(setup, [], true),
};

export const toolmarkWithoutAuth: Target = {
  ...shared,
  name: 'toolmark --no-auth',
  speaks: 'http',
  start: (setup) => serve(setup, ['--no-auth'], false),
};

export const toolmarkOverStdio: Target = {
  ...shared,
  name: 'toolmark stdio',
  speaks: 'stdio',
  start: async (setup) => {
    const config = await writeConfig(setup);
    return runningOverStdio(start(process.execPath, [cli, 'stdio', '--config', config], home(setup)));
  },
};

async function serve(setup: Setup, options: readonly string[], withToken: boolean): ReturnType<Target['start']> {
  const config = await writeConfig(setup);
  const data = join(setup.folder, 'data');
  const args = [cli, 'serve', '--config', config, '--data', data, '--port', '0', ...options];
  return runningWhenPrinted(
    start(process.execPath, args, home(setup)),
    /toolmark ready (http:\/\/\S+)/,
    (address) => `${address.replace(/\/$/, '')}/mcp`,
    async () =>
      withToken ? { authorization: `Bearer ${(await readFile(join(data, 'stdio-token'), 'utf8')).trim()}` } : {},
  );
}

/** Writes the config with the servers. */
export async function writeConfig({ upstreams, folder }: Setup): Promise<string> {
  const file = join(folder, 'toolmark.json');
  const servers = upstreams.map((upstream) => [
    upstream.name,
    upstream.kind === 'http'
      ? { url: upstream.url, trust: 'declared' }
      : { command: upstream.command, args: upstream.args, trust: 'declared' },
  ]);
  await writeFile(file, JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
  return file;
}

/** A separate home, so that the user's own data is neither read nor changed. */
export function home({ folder }: Setup): Readonly<Record<string, string>> {
  return { TOOLMARK_HOME: join(folder, 'home') };
}

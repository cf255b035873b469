import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asDeclaredText } from '../../support/as-declared.ts';
import type { Target } from '../check/target.ts';
import type { RawClient } from '../client/raw-client.ts';
import { createStdioClient } from '../client/stdio-client.ts';
import type { Era } from '../fixtures/answer.ts';
import type { JsonObject } from '../fixtures/json.ts';
import { type Program, startProgram } from './process.ts';

const bin = fileURLToPath(new URL('../../../packages/cli/bin/toolmark.js', import.meta.url));

/** The maximum length of a name in all known clients. */
const MAX_NAME = 64;

/** Toolmark's intended changes to a definition: the name `server__tool`, and its own key in `_meta`. */
export function toolmark(name: string, server: string): Target {
  return {
    name,
    nameOf(original) {
      const exposed = `${server}__${original}`;
      const fits = /^[\w-]+$/.test(exposed) && exposed.length <= MAX_NAME;
      // The gateway replaces a name that does not fit; any valid replacement is accepted.
      return fits ? exposed : /^[\w-]{1,64}$/;
    },
    allows: ({ path }) => isOwnKey(path),
  };
}

/** Toolmark in transparent mode, which keeps a single server's own names. */
export function transparentToolmark(name: string): Target {
  return { name, nameOf: (original) => original, allows: ({ path }) => isOwnKey(path) };
}

function isOwnKey(path: readonly (string | number)[]): boolean {
  return path[0] === '_meta' && String(path[1]).startsWith('io.toolmark/');
}

export interface Gateway {
  readonly url: string;
  readonly program: Program;
  readonly close: () => Promise<void>;
}

/** Starts the built `toolmark serve` on a free port with this config, without a token. */
export async function startGateway(config: JsonObject, flags: readonly string[] = []): Promise<Gateway> {
  const home = await writeHome(config);
  const program = startProgram(
    [process.execPath, bin, 'serve', ...home.flags, '--data', home.folder, '--port', '0', '--no-auth', ...flags],
    home.env,
  );
  const close = async () => {
    await program.close();
    await home.remove();
  };
  try {
    const line = await program.line(/^toolmark ready /);
    return { url: `${line.replace('toolmark ready ', '').trim().replace(/\/$/, '')}/mcp`, program, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Starts the built `toolmark stdio` with this config. */
export async function startStdio(config: JsonObject, era: Era): Promise<RawClient> {
  const home = await writeHome(config);
  const client = await createStdioClient([process.execPath, bin, 'stdio', ...home.flags], era, home.env);
  return {
    ...client,
    async close() {
      await client.close();
      await home.remove();
    },
  };
}

interface Home {
  readonly folder: string;
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

async function writeHome(config: JsonObject): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-e2e-'));
  const file = join(folder, 'toolmark.json');
  // This checks the transported data, not permissions.
  const policy = { defaults: { destructive: 'allow', contradicted: 'allow' }, checks: { 'hidden-unicode': 'warn' } };
  await writeFile(file, asDeclaredText(JSON.stringify({ policy, ...config })));
  return {
    folder,
    flags: ['--config', file],
    env: { TOOLMARK_HOME: folder, NO_COLOR: '1' },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

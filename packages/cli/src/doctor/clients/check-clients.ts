import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage } from '@toolmark/annotations';
import { safeText } from '@toolmark/audit';
import type { Io } from '../../io.ts';
import type { Check } from '../check.ts';
import type { DoctorDeps } from '../deps.ts';
import { entriesAt, isToolmark } from './entry.ts';
import { parseJsonc } from './jsonc.ts';
import { judgeEntry, type Surroundings } from './judge.ts';
import { type ClientFile, clientFiles } from './places.ts';
import { parseToml } from './toml.ts';

export interface ClientsOptions {
  /** Where the gateway is, and whether it asks for no token; `undefined` while none runs. */
  readonly gateway: { readonly origin: string; readonly isOpen: boolean } | undefined;
  /** Where it will be, as its config says. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  readonly dataDir: string;
  readonly io: Io;
  readonly deps: Pick<DoctorDeps, 'platform' | 'home'>;
}

/** Claude Code keeps what it remembers of projects in the same file, which grows to a few megabytes. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The entries of clients on this machine that mention Toolmark, and whether each leads here. Only reads; shows no secrets. */
export async function checkClients(options: ClientsOptions): Promise<readonly Check[]> {
  const { io, deps, dataDir } = options;
  const token = await readFile(join(dataDir, 'token'), 'utf8').catch(() => '');
  const surroundings = {
    gateway: options.gateway === undefined ? undefined : new URL(options.gateway.origin),
    isOpen: options.gateway?.isOpen ?? false,
    token: token.trim(),
    dataDir,
    platform: deps.platform,
    env: io.env,
    cwd: io.cwd,
  };
  const files = clientFiles({ platform: deps.platform, home: deps.home, env: io.env, cwd: io.cwd });
  const place = surroundings.gateway ?? toUrl(options.listen);
  const checks = (await Promise.all(files.map((file) => checkFile(file, surroundings, place)))).flat();
  if (checks.length > 0) return checks;
  return [
    {
      name: 'clients',
      state: 'warning',
      message: 'No client on this machine mentions toolmark.',
      fix: 'Add it to one: toolmark stdio --help and toolmark serve --help tell how.',
    },
  ];
}

/** An address in IPv6 has brackets in a URL. */
const toUrl = (listen: ClientsOptions['listen']): URL | undefined => {
  if (listen === undefined) return undefined;
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return URL.canParse(`http://${host}:${listen.port}`) ? new URL(`http://${host}:${listen.port}`) : undefined;
};

async function checkFile(
  { client, file, format, places }: ClientFile,
  surroundings: Surroundings,
  gateway: URL | undefined,
): Promise<readonly Check[]> {
  const name = `client ${client}`;
  const text = await readSome(file);
  if (text === undefined || typeof text !== 'string') {
    return text === undefined ? [] : [{ name, state: 'warning', message: `${file} ${text.problem}` }];
  }
  const config = format === 'toml' ? parseToml(text) : parseJsonc(text);
  if (config === undefined) {
    const message = `${file} is not valid JSON, so the client may not read it either.`;
    return /toolmark/i.test(text) ? [{ name, state: 'problem', message }] : [];
  }
  return places
    .flatMap((at) => entriesAt(config, at))
    .filter((entry) => isToolmark(entry, gateway))
    .map((entry) => {
      const { state, message, fix } = judgeEntry(entry, surroundings);
      const where = `'${safeText(entry.name)}' in ${file}`;
      return { name, state, message: `${where} ${message}`, ...(fix === undefined ? {} : { fix }) };
    });
}

async function readSome(file: string): Promise<string | undefined | { readonly problem: string }> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return undefined;
    return found.size > MOST_BYTES ? { problem: 'is too large to look at.' } : await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { problem: `cannot be read: ${toMessage(error)}` };
  }
}

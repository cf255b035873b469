import type { NamedToken } from '@toolmark/api-contract';
import { safeText } from '@toolmark/audit';
import { type ClientConfig, readClients } from '@toolmark/setup';
import type { Io } from '../../io.ts';
import type { Check } from '../check.ts';
import type { DoctorDeps } from '../deps.ts';
import { isToolmark, toClientEntry } from './entry.ts';
import { judgeEntry, type Surroundings } from './judge.ts';
import { readLocalSecrets } from './local-secrets.ts';

export interface ClientsOptions {
  /** The gateway's origin, and whether it needs no token; `undefined` if none is running. */
  readonly gateway: { readonly origin: string; readonly isOpen: boolean } | undefined;
  /** The address in the config, at which the gateway listens after its next start. */
  readonly listen: { readonly host: string; readonly port: number } | undefined;
  readonly dataDir: string;
  /** The named tokens, if the gateway reports them. */
  readonly tokens: readonly NamedToken[];
  /** `undefined` if unknown. */
  readonly profiles: readonly string[] | undefined;
  readonly io: Io;
  readonly deps: Pick<DoctorDeps, 'platform' | 'home'>;
}

/**
 * Checks the entries of clients on this machine that mention Toolmark, and whether each points to this gateway.
 * Read-only; prints no secrets.
 */
export async function checkClients(options: ClientsOptions): Promise<readonly Check[]> {
  const { io, deps, dataDir } = options;
  const surroundings = {
    gateway: options.gateway === undefined ? undefined : new URL(options.gateway.origin),
    isOpen: options.gateway?.isOpen ?? false,
    secrets: await readLocalSecrets(dataDir),
    dataDir,
    platform: deps.platform,
    env: io.env,
    cwd: io.cwd,
    named: options.tokens,
    profiles: options.profiles,
  };
  const looks = await readClients({ platform: deps.platform, home: deps.home, env: io.env, cwd: io.cwd });
  const place = surroundings.gateway ?? toUrl(options.listen);
  const checks = looks.flatMap((look) => checkFile(look, surroundings, place));
  if (checks.length > 0) return checks;
  return [
    {
      name: 'clients',
      state: 'warning',
      message: 'No client on this machine mentions toolmark.',
      fix: 'toolmark connect',
    },
  ];
}

/** An IPv6 address needs brackets in a URL. */
const toUrl = (listen: ClientsOptions['listen']): URL | undefined => {
  if (listen === undefined) return undefined;
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return URL.canParse(`http://${host}:${listen.port}`) ? new URL(`http://${host}:${listen.port}`) : undefined;
};

function checkFile(
  { place, state, problem, servers, mentionsToolmark }: ClientConfig,
  surroundings: Surroundings,
  gateway: URL | undefined,
): readonly Check[] {
  const name = `client ${place.name}`;
  if (state === 'unreadable') {
    const message = `${safeText(problem ?? place.file)} The client may not be able to read it either.`;
    return mentionsToolmark ? [{ name, state: 'problem', message }] : [];
  }
  return servers
    .flatMap(([key, raw]) => toClientEntry(key, raw) ?? [])
    .filter((entry) => isToolmark(entry, gateway))
    .map((entry) => {
      const { state: judged, message, fix } = judgeEntry(entry, surroundings);
      const where = `'${safeText(entry.name)}' in ${place.file}`;
      return { name, state: judged, message: `${where} ${message}`, ...(fix === undefined ? {} : { fix }) };
    });
}

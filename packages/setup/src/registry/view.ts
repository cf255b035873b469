import type { RegistryServer, RegistryServerDetail } from '@toolmark/api-contract';
import { type ResolveName, lookUp as systemLookUp } from '@toolmark/base';
import { toPrintable } from '@toolmark/reach';
import { planWay } from './plan.ts';
import type { ListedServer } from './server-json.ts';
import { toWayView, waysOf } from './ways.ts';

/** A server of a registry for the page and the CLI. */
export function toRegistryServer({ server, status }: ListedServer): RegistryServer {
  const { name, title, description, version, repository, websiteUrl } = server;
  return {
    name,
    title: title === undefined ? null : toPrintable(title, 200),
    description: toPrintable(description ?? '', 500),
    version: toPrintable(version, 100),
    status: toPrintable(status, 40),
    repository: webAddress(repository?.url),
    website: webAddress(websiteUrl),
    ways: waysOf(server).map(toWayView),
  };
}

export async function toRegistryDetail(
  listed: ListedServer,
  registry: string,
  taken: readonly string[],
  lookUp: ResolveName = systemLookUp,
): Promise<RegistryServerDetail> {
  const usable = waysOf(listed.server).filter(({ problem }) => problem === null);
  return {
    ...toRegistryServer(listed),
    registry,
    suggested_name: suggestName(listed.server.name, taken),
    plans: await Promise.all(usable.map((way) => planWay(way, {}, lookUp))),
  };
}

/**
 * Suggests a short unused name.
 *
 * @example
 * suggestName('io.github.ann/weather-mcp', ['weather']) // 'weather-2'
 */
export function suggestName(name: string, taken: readonly string[]): string {
  const last = name.slice(name.lastIndexOf('/') + 1).replaceAll(/[^\w.-]+/g, '-');
  const short =
    last.replace(/^(?:mcp-server|server|mcp)[-_.]/i, '').replace(/[-_.](?:mcp-server|server|mcp)$/i, '') || 'server';
  const free = (number: number): string => {
    const wanted = number === 1 ? short : `${short}-${number}`;
    return taken.includes(wanted) ? free(number + 1) : wanted;
  };
  return free(1);
}

/** A link that is safe on a page. */
function webAddress(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}

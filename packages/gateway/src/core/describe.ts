import { clip, type JsonObject } from '@toolmark/base';
import type { UpstreamServer } from '@toolmark/upstream';
import { relayedCapabilities } from '../calls/sent-params.ts';
import { serversFor } from '../catalog/current-catalog.ts';
import { type Entrance, OWN_ENTRANCE } from '../model/entrance.ts';
import { SEARCH_INSTRUCTIONS } from '../search/menu/instructions.ts';
import type { CoreDescription } from './core.ts';
import { INSTRUCTIONS_IN_TOTAL, INSTRUCTIONS_PER_SERVER, INSTRUCTIONS_PER_SERVER_IN_SEARCH } from './limits.ts';

export interface DescribeDeps {
  readonly servers: () => readonly UpstreamServer[];
  readonly serverInfo: JsonObject;
  readonly transparent: boolean;
}

/** The same for all servers: servers come and go, and a client reads the capabilities only once. */
const CAPABILITIES: JsonObject = Object.freeze({
  tools: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  prompts: { listChanged: true },
  completions: {},
  logging: {},
});

const NAMING =
  'This is a gateway to several MCP servers. Tools and prompts are named after their server: `server__name`.';

export function describeCore(
  { servers, serverInfo, transparent }: DescribeDeps,
  { mode, scope }: Pick<Entrance, 'mode' | 'scope'> = OWN_ENTRANCE,
): CoreDescription {
  const visible = serversFor(servers(), { scope });
  const ours = { serverInfo, capabilities: CAPABILITIES };
  // Search mode exists to keep the context small, so its instructions are short too.
  if (mode === 'search')
    return { ...ours, instructions: instructionsOf(visible, SEARCH_INSTRUCTIONS, INSTRUCTIONS_PER_SERVER_IN_SEARCH) };
  if (!transparent) return { ...ours, instructions: instructionsOf(visible, NAMING, INSTRUCTIONS_PER_SERVER) };
  const [server] = visible;
  const offer = server?.offer();
  return {
    serverInfo,
    capabilities: relayedCapabilities(offer?.capabilities ?? {}),
    instructions: offer?.instructions,
  };
}

function instructionsOf(servers: readonly UpstreamServer[], intro: string, perServer: number): string {
  let text = intro;
  for (const server of servers) {
    const own = server.offer().instructions?.trim();
    if (own === undefined || own === '') continue;
    const section = `\n\n## ${server.name}\n\n${clip(own, perServer)}`;
    if (text.length + section.length <= INSTRUCTIONS_IN_TOTAL) text += section;
  }
  return text;
}

import type { Tool } from '@toolmark/api-contract';
import type { Choice } from '../../ui/menu-item.ts';

/** The tools to choose from. Calls are filtered by tool name, so tools with the same name are one choice. */
export function toolChoices(
  tools: readonly Pick<Tool, 'server' | 'name' | 'title'>[],
  servers: readonly string[],
): readonly Choice[] {
  const offered = servers.length === 0 ? tools : tools.filter(({ server }) => servers.includes(server));
  const byName = Map.groupBy(offered, ({ name }) => name);
  return [...byName].map(([name, same]) => ({
    value: name,
    label: same[0]?.title ?? name,
    hint: `${name} · ${[...new Set(same.map(({ server }) => server))].join(', ')}`,
  }));
}

import { fileURLToPath } from 'node:url';
import { cyclesOf, type Edge, edgesOf, GATEWAY_LAYERS, type Layer } from './layers.ts';
import { readImports } from './read-imports.ts';

export const GATEWAY_SOURCE: string = fileURLToPath(new URL('../../packages/gateway/src', import.meta.url));

/** The lines of `docs/reference/layers.md`: the imports of each layer of the gateway, read from the current code. */
export function layersPage(): readonly string[] {
  const edges = edgesOf(readImports(GATEWAY_SOURCE));
  const within = edges.filter(({ to }) => !to.startsWith('@'));
  return [
    '# Layers of the gateway',
    '',
    'The folders of `packages/gateway/src`, from the top down. A file imports files of its own layer and of those below it, types included; `e2e/house/layers.test.ts` refuses an import that points up.',
    '',
    '| Layer | For | Imports | Packages |',
    '| --- | --- | --- | --- |',
    ...GATEWAY_LAYERS.map(
      ({ name, purpose }) =>
        `| \`${name}\` | ${purpose} | ${targets(edges, name, false)} | ${targets(edges, name, true)} |`,
    ),
    '',
    `${within.length} edges between ${GATEWAY_LAYERS.length} layers, ${cyclesOf(within).length} cycles. The picture leaves out an edge where a longer way says the same.`,
    '',
    '```mermaid',
    'flowchart TD',
    ...directEdges(within, GATEWAY_LAYERS).map(({ from, to }) => `  ${label(from)} --> ${label(to)}`),
    '```',
  ];
}

function targets(edges: readonly Edge[], from: string, isPackage: boolean): string {
  const names = edges.filter((edge) => edge.from === from && edge.to.startsWith('@') === isPackage).map(({ to }) => to);
  const ordered = isPackage
    ? [...new Set(names.map((name) => name.split('/', 2)[1] ?? name))].sort()
    : GATEWAY_LAYERS.map(({ name }) => name).filter((name) => names.includes(name));
  return ordered.length === 0 ? '–' : ordered.join(', ');
}

/** Mermaid takes no dot in the name of a node. */
const label = (name: string): string => name.replace('.ts', '');

/** The edges without those that follow from others, in the order of the layers. */
function directEdges(edges: readonly Edge[], layers: readonly Layer[]): readonly Edge[] {
  const below = Map.groupBy(edges, ({ from }) => from);
  const reaches = (from: string, to: string): boolean =>
    (below.get(from) ?? []).some((edge) => edge.to === to || reaches(edge.to, to));
  const rank = (name: string): number => layers.findIndex((layer) => layer.name === name);
  return edges
    .filter(({ from, to }) => !(below.get(from) ?? []).some((edge) => edge.to !== to && reaches(edge.to, to)))
    .toSorted((a, b) => rank(a.from) - rank(b.from) || rank(a.to) - rank(b.to));
}

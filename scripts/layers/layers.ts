import type { SourceImport } from './read-imports.ts';

/** A top-level folder of the sources, with its purpose. */
export interface Layer {
  readonly name: string;
  readonly purpose: string;
}

/**
 * The layers of the gateway, from the top down; the packages it is built on are below all of them. A file may import files of its own layer and of those below it, types included; every
 * import that points up fails `e2e/house/layers.test.ts`.
 */
export const GATEWAY_LAYERS: readonly Layer[] = [
  { name: 'index.ts', purpose: 'the public entry of the package' },
  {
    name: 'app',
    purpose: 'the composition: reads the environment, wires the parts, starts and stops them; the demo client',
  },
  {
    name: 'front',
    purpose: 'HTTP and stdio: guard, tokens, passkeys, MCP in both eras, REST, events, health, the page',
  },
  { name: 'core', purpose: 'the protocol without sockets: methods, sessions of clients, notifications, search mode' },
  {
    name: 'calls',
    purpose:
      'the steps of one call, one list in `steps.ts`; hints and pins, approvals, cache, limits, retry, the exchange with the server, the recorder',
  },
  { name: 'search', purpose: 'finds tools: text, thesaurus, index; the answers of search mode' },
  { name: 'policy', purpose: '`decide(call)` → allow, ask, deny or hold, pure, with the reason; cases, replay' },
  { name: 'catalog', purpose: 'the offered tools: names, curation, effective hints, lists as bytes, scopes' },
  { name: 'sessions', purpose: 'groups the calls of a client, and adds up their risks' },
  { name: 'model', purpose: 'the values that travel: Call, Caller, Scope, Catalog, the facts of a policy' },
];

/** The imports between two layers. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly SourceImport[];
}

/** The layer of a file, or the package that an import names. */
const unitOf = (path: string): string => (path.startsWith('@') ? path : (path.split('/', 1)[0] ?? path));

/** The imports between layers, in the order of the files. */
export function edgesOf(imports: readonly SourceImport[]): readonly Edge[] {
  const crossing = imports.filter(({ from, to }) => unitOf(from) !== unitOf(to));
  const groups = Map.groupBy(crossing, ({ from, to }) => `${unitOf(from)}\n${unitOf(to)}`);
  return [...groups].map(([key, group]) => {
    const [from = '', to = ''] = key.split('\n');
    return { from, to, imports: group };
  });
}

/** Violations of the order: imports that point up, and files outside of every layer. */
export function brokenRules(imports: readonly SourceImport[], layers: readonly Layer[]): readonly string[] {
  const rank = new Map(layers.map(({ name }, index) => [name, index]));
  return imports.flatMap(({ from, to }) => {
    if (to.startsWith('@')) return [];
    const above = rank.get(unitOf(from));
    const below = rank.get(unitOf(to));
    if (above === undefined) return [`${from} is in no layer`];
    if (below === undefined) return [`${from} imports ${to}, which is in no layer`];
    return below < above ? [`${from} imports ${to}: ${unitOf(from)} is below ${unitOf(to)}`] : [];
  });
}

/** Groups of layers that import each other, directly or through others (strongly connected components, Tarjan). */
export function cyclesOf(edges: readonly Edge[]): readonly (readonly string[])[] {
  const targets = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (name: string): number => {
    const index = order.size;
    order.set(name, index);
    let low = index;
    stack.push(name);
    for (const { to } of targets.get(name) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low);
    }
    lowest.set(name, low);
    if (low === index) {
      const group = stack.splice(stack.indexOf(name));
      if (group.length > 1) cycles.push(group.sort());
    }
    return low;
  };
  for (const name of targets.keys()) if (!order.has(name)) visit(name);
  return cycles;
}

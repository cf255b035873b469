// `node scripts/show-layers.ts [folder]`: the edges between the top folders of a source folder, its cycles, and imports that point up.
import { resolve } from 'node:path';
import { brokenRules, cyclesOf, edgesOf, GATEWAY_LAYERS } from './layers/layers.ts';
import { GATEWAY_SOURCE } from './layers/layers-page.ts';
import { readImports, sourceFiles } from './layers/read-imports.ts';

const folder = resolve(process.argv[2] ?? GATEWAY_SOURCE);
const imports = readImports(folder);
const edges = edgesOf(imports).filter(({ to }) => !to.startsWith('@'));
const pairs = new Set(edges.map(({ from, to }) => `${from} ${to}`));
const mutual = edges.filter(({ from, to }) => from < to && pairs.has(`${to} ${from}`));
const broken = folder === GATEWAY_SOURCE ? brokenRules(imports, GATEWAY_LAYERS) : [];

for (const { from, to, imports: group } of edges) console.log(`${from} → ${to}  ${group.length}`);
console.log(
  `\n${sourceFiles(folder).length} files, ${edges.length} edges, ${mutual.length} of them in both directions`,
);
for (const group of cyclesOf(edges)) console.log(`cycle of ${group.length}: ${group.join(', ')}`);
for (const line of broken) console.log(`up: ${line}`);

// Checks how proxies change MCP definitions and results.
//   main.ts --url http://…/mcp [--header 'Name: value'] [--era modern|legacy] [--transparent] [--server NAME] [--tools SET]
//     checks a proxy that runs in front of the fixture (`fixtures/main.ts http both legal` prints its address);
//   main.ts --peers
//     starts Toolmark and the known peers and writes docs/reference/fidelity.md.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { check } from './check/check.ts';
import type { Finding } from './check/finding.ts';
import { type Column, toCells, toDetails, toTable } from './check/report.ts';
import { plainProxy, type Runnable, type Target } from './check/target.ts';
import { createHttpClient } from './client/http-client.ts';
import { malformedSets } from './fixtures/offer.ts';
import { toPage } from './page.ts';
import { peers } from './targets/peers.ts';
import { toolmark } from './targets/toolmark.ts';
import { toolmarkColumns } from './targets/toolmark-columns.ts';

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    header: { type: 'string', multiple: true, default: [] },
    era: { type: 'string', default: 'modern' },
    transparent: { type: 'boolean', default: false },
    server: { type: 'string', default: 'fidelity' },
    tools: { type: 'string', default: 'legal' },
    peers: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

if (values.peers) await comparePeers(values.only);
else if (values.url !== undefined) await checkAddress(values.url);
else {
  console.error('Give --url http://…/mcp, or --peers.');
  process.exitCode = 2;
}

async function checkAddress(url: string): Promise<void> {
  const target: Target = values.transparent ? plainProxy(url) : toolmark(url, values.server);
  const headers = Object.fromEntries(
    values.header.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const client = await createHttpClient(url, values.era === 'legacy' ? 'legacy' : 'modern', headers);
  const columns: readonly Column[] = [{ name: url, cells: toCells(await check(client, target, values.tools)) }];
  await client.close();
  console.log(`${toTable(columns)}\n\n${toDetails(columns)}`);
}

/** `only` filters targets by a part of their name; then the table is printed and the page is not written. */
async function comparePeers(only: string): Promise<void> {
  const chosen = [...toolmarkColumns, ...peers].filter(({ name }) => name.includes(only));
  const columns: Column[] = [];
  for (const target of chosen) {
    console.error(target.name);
    columns.push({ name: target.name, cells: toCells(await findingsOf(target)) });
  }
  if (only !== '') {
    console.log(`${toTable(columns)}\n\n${toDetails(columns)}`);
    return;
  }
  const file = fileURLToPath(new URL('../../docs/reference/fidelity.md', import.meta.url));
  await writeFile(file, toPage(columns));
  console.log(`wrote ${file}`);
}

async function findingsOf(target: Runnable): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const tools of ['legal', ...malformedSets]) {
    const { client, close } = await target.open(tools);
    try {
      findings.push(...(await check(client, target, tools)));
    } finally {
      await close();
    }
  }
  return findings;
}

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { printHintFigures } from './hint-figures.ts';
import { printKnownItems } from './known-items.ts';
import { type LabelledTool, readLabelledSet } from './labelled-set.ts';
import { printQuality } from './quality.ts';
import { printSpeed } from './speed.ts';
import { printTokens } from './tokens.ts';

/**
 * `search [--quick] [--among FILE]`: measures how well tools are found, compared with the published figures of another
 * gateway for the same questions; the value of hints for search; the tokens and the time it takes. `--among` is a JSON
 * file `{ "tools": [{ "server", "tool", "description", "inputSchema" }] }` of additional tools.
 */
export async function searchBench(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { quick: { type: 'boolean', default: false }, among: { type: 'string' } },
  });
  const set = readLabelledSet();
  const among = values.among === undefined ? undefined : readTools(values.among);
  printQuality(set, among);
  await printHintFigures(set);
  await printTokens(set);
  printSpeed(set, values.quick);
  if (among !== undefined) printKnownItems(among);
}

interface Row {
  readonly server: string;
  readonly tool: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

function readTools(file: string): readonly LabelledTool[] {
  // A file of the user, in the shape described above.
  const { tools } = JSON.parse(readFileSync(file, 'utf8')) as { readonly tools: readonly Row[] };
  return tools.map(({ server, tool, description, inputSchema }) => ({
    id: `${server}:${tool}`,
    server,
    definition: { name: tool, description, inputSchema },
  }));
}

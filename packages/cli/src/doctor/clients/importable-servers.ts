import { safeText } from '@toolmark/audit';
import { type OpenImporterOptions, openImporter } from '@toolmark/setup';
import { plural } from '../../text/amounts.ts';
import type { Check } from '../check.ts';

/** Further names are only counted. */
const MAX_NAMES = 5;

/** Servers of other clients that are not imported, as information. */
export async function checkImportableServers(options: OpenImporterOptions): Promise<readonly Check[]> {
  const report = await openImporter(options).report();
  if (!report.ok) return [];
  const names = report.value.sources.flatMap(({ servers }) =>
    servers
      .filter(({ problem, conflict, duplicate_of: twin }) => problem === null && conflict === 'none' && twin === null)
      .map(({ name }) => name),
  );
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_NAMES).map(safeText).join(', ');
  const more = names.length > MAX_NAMES ? ', …' : '';
  const message = `${plural(names.length, 'server')} of other clients ${names.length === 1 ? 'is' : 'are'} not in Toolmark: ${shown}${more}`;
  return [{ name: 'import', state: 'ok', message, fix: 'Import: toolmark import' }];
}

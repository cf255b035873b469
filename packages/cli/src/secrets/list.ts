import { safeText } from '@toolmark/audit';
import type { SecretInfo } from '@toolmark/secrets';
import { output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toAgo } from '../text/amounts.ts';
import { type Column, renderTable } from '../text/table.ts';
import { type SecretsOptions, withSecrets } from './with-secrets.ts';

/** `toolmark secrets`: lists secrets without their values. */
export function listSecrets(options: SecretsOptions, io: Io): Promise<ExitCode> {
  return withSecrets(options, io, async (store) => {
    const secrets = store.list();
    return output({
      json: { secrets: secrets.map(toJson), total: secrets.length },
      lines: (screen) => renderSecrets(secrets, screen),
    });
  });
}

/** A secret as `--json` prints it, without its value. */
export const toJson = ({ name, place, updatedAt, problem }: SecretInfo): Readonly<Record<string, unknown>> => ({
  ...{ name, place, updated_at: new Date(updatedAt).toISOString(), problem: problem ?? null },
});

export const PLACES: Readonly<Record<SecretInfo['place'], string>> = { keyring: 'keyring', file: 'encrypted file' };

function renderSecrets(secrets: readonly SecretInfo[], screen: Screen): readonly string[] {
  const { paint, now } = screen;
  if (secrets.length === 0) return ['  No secrets.', `  ${paint('dim', 'Set one: toolmark secrets set <name>')}`];
  const columns: readonly Column<SecretInfo>[] = [
    { head: 'NAME', cell: ({ name }) => safeText(name), give: 'shrink', least: 10 },
    { head: 'KEPT IN', cell: ({ place }) => PLACES[place], worth: 1 },
    { head: 'CHANGED', cell: ({ updatedAt }) => toAgo(new Date(updatedAt).toISOString(), now), worth: 0 },
    {
      head: 'STATUS',
      cell: ({ problem }) => (problem === undefined ? '✓ readable' : '✗ unreadable'),
      style: ({ problem }) => (problem === undefined ? 'green' : 'red'),
    },
  ];
  return renderTable(secrets, columns, screen, ({ problem }) => (problem === undefined ? [] : [problem]));
}

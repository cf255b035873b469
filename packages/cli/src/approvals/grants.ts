import { err, type Result } from '@toolmark/annotations';
import { type Grant, type GrantList, grantListSchema, grantSchema } from '@toolmark/api-contract';
import { cutTo, safeText, wrapText } from '@toolmark/audit';
import type { Answer, GatewayClient, Refusal } from '../gateway-client.ts';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toAgo, toCount } from '../text/amounts.ts';
import { ambiguousId, idTooShort, shortIds } from '../text/short-ids.ts';
import { type Column, renderTable } from '../text/table.ts';
import { ID_LENGTH } from './approval-text.ts';

/** `toolmark approvals grants`: lists approvals for more than one call. */
export function listGrants(options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await getGrants(gateway);
    if (!found.ok) return found;
    const { value, json } = found.value;
    return output({ json, lines: (screen) => renderGrants(value.grants, screen) });
  });
}

/** `toolmark approvals revoke`: the next such call asks again. */
export function revokeGrant(text: string, options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const found = await getGrants(gateway);
    if (!found.ok) return found;
    const grant = findGrant(text, found.value.value.grants);
    if (!grant.ok) return grant;
    const gone = await gateway.request('DELETE', `/grants/${encodeURIComponent(grant.value.id)}`, grantSchema);
    if (!gone.ok) return gone;
    return output({
      json: gone.value.json,
      lines: ({ paint, columns }) => [
        `${paint('green', '✓')} Revoked: the next such call asks again.`,
        ...wrapText(safeText(grant.value.says), columns - 2).map((line) => `  ${paint('dim', line)}`),
      ],
    });
  });
}

const getGrants = (gateway: GatewayClient): Promise<Result<Answer<GrantList>, Refusal>> =>
  gateway.request('GET', '/grants', grantListSchema);

function findGrant(text: string, grants: readonly Grant[]): Result<Grant, Refusal> {
  const little = idTooShort(text);
  if (little !== undefined) return err({ status: undefined, message: little });
  const exact = grants.find(({ id }) => id === text);
  const alike = exact === undefined ? grants.filter(({ id }) => id.startsWith(text.toLowerCase())) : [exact];
  const [grant] = alike;
  if (alike.length > 1) {
    return err({
      status: 404,
      message: ambiguousId(
        text,
        alike.map(({ id }) => id),
      ),
    });
  }
  if (grant !== undefined) return { ok: true, value: grant };
  return err({
    status: 404,
    message: `There is no grant '${safeText(text)}'. List the active ones: toolmark approvals grants`,
  });
}

const EXPLAINED = 'Approvals with --session or --always, or for longer on the page, are listed here.';

function renderGrants(grants: readonly Grant[], screen: Screen): readonly string[] {
  const { paint, columns: width, now } = screen;
  if (grants.length === 0) {
    const lines = wrapText(EXPLAINED, width - 2).map((line) => `  ${paint('dim', line)}`);
    return ['  Nothing is approved for more than one call.', ...lines];
  }
  const ids = shortIds(
    grants.map(({ id }) => id),
    ID_LENGTH,
  );
  const columns: readonly Column<Grant>[] = [
    { head: 'TOOL', cell: ({ server, tool }) => safeText(`${server}/${tool}`), give: 'shrink', least: 10 },
    { head: 'LASTS', cell: ({ lasts }) => lasts, worth: 4 },
    { head: 'ARGUMENTS', cell: ({ scope }) => (scope === 'tool' ? 'any' : 'the same'), worth: 3 },
    { head: 'CLIENT', cell: ({ client }) => safeText(client ?? '–'), give: 'drop', least: 11, worth: 3 },
    { head: 'TOKEN', cell: ({ principal }) => safeText(principal), give: 'drop', least: 8, worth: 2 },
    { head: 'USED', cell: ({ uses }) => toCount(uses), align: 'right', worth: 1 },
    { head: 'SINCE', cell: ({ created_at: at }) => toAgo(at, now), worth: 2 },
    { head: 'ID', cell: ({ id }) => safeText(ids.get(id) ?? id), style: () => 'dim' },
    { head: 'BY', cell: ({ by, route }) => safeText(by ?? route), give: 'drop', least: 6 },
    { head: 'RULE', cell: ({ rule }) => safeText(rule), give: 'drop', least: 10 },
  ];
  return [
    ...renderTable(grants, columns, screen, ({ says, void_because: isVoid }) =>
      isVoid === null
        ? [paint('dim', cutTo(safeText(says), width - 4))]
        : wrapText(`Void: ${safeText(isVoid)}`, width - 4).map((line) => paint('yellow', line)),
    ),
    '',
    `  ${paint('dim', 'Revoke one: toolmark approvals revoke <id>')}`,
  ];
}

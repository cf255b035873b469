import { type NamedToken, tokenListSchema } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import { CLASS_MARKS } from '../calls/marks.ts';
import { type AskOptions, ask, output, type Screen } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { plural } from '../text/amounts.ts';
import { type Column, renderTable } from '../text/table.ts';
import { answersOf, ceilingOf, expiryOf, lastUseOf, profileOf, STATUS_MARKS, serversOf } from './token-text.ts';

export interface ListTokensOptions extends AskOptions {
  readonly all?: boolean;
}

/** `toolmark tokens`: lists valid tokens; with `--all` also revoked and expired ones. */
export function listTokens(options: ListTokensOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', '/tokens', tokenListSchema);
    if (!answer.ok) return answer;
    const { tokens: every } = answer.value.value;
    const tokens = options.all ? every : every.filter(({ status }) => status === 'active');
    return output({
      json: { tokens, total: tokens.length },
      lines: (screen) => renderTokens(tokens, every.length - tokens.length, screen),
    });
  });
}

function renderTokens(tokens: readonly NamedToken[], others: number, screen: Screen): readonly string[] {
  const { paint, now } = screen;
  const more = others === 0 ? '' : `${plural(others, 'more token')}, revoked or expired: toolmark tokens --all`;
  if (tokens.length === 0) {
    const make = 'Create one: toolmark tokens create <name> --ceiling read|additive|destructive';
    const lines = [more, make].filter((text) => text !== '').flatMap((text) => wrapText(text, screen.columns - 2));
    return [`  No named tokens.`, ...lines.map((line) => `  ${paint('dim', line)}`)];
  }
  const columns: readonly Column<NamedToken>[] = [
    { head: 'NAME', cell: ({ name }) => safeText(name), give: 'shrink', least: 10 },
    {
      head: 'CEILING',
      cell: ceilingOf,
      style: ({ ceiling }) => (ceiling === null ? 'dim' : CLASS_MARKS[ceiling].style),
    },
    { head: 'SERVERS', cell: serversOf, give: 'shrink', least: 8 },
    { head: 'PROFILE', cell: profileOf, worth: 3 },
    { head: 'ANSWERS', cell: answersOf, worth: 0 },
    { head: 'EXPIRES', cell: (token) => expiryOf(token, now), worth: 4 },
    { head: 'LAST USED', cell: (token) => lastUseOf(token, now), worth: 2 },
    {
      head: 'STATUS',
      cell: ({ status }) => `${STATUS_MARKS[status].mark} ${status}`,
      style: ({ status }) => STATUS_MARKS[status].style,
    },
    { head: 'BEGINS', cell: ({ hint }) => `${safeText(hint)}…`, style: () => 'dim', worth: 1 },
  ];
  return [...renderTable(tokens, columns, screen), ...(more === '' ? [] : ['', `  ${paint('dim', more)}`])];
}

import { type Passkey, type PasskeyList, passkeyListSchema } from '@toolmark/api-contract';
import { safeText, wrapText } from '@toolmark/audit';
import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { type AskOptions, ask, output, type Screen, withAskOptions } from '../gateway-client-command.ts';
import type { ExitCode, Io } from '../io.ts';
import { toAgo } from '../text/amounts.ts';
import { withHelpText } from '../text/help-text.ts';
import { type Column, renderTable } from '../text/table.ts';

/** Defines `toolmark passkeys`: lists the passkeys that can approve. They are enrolled and removed on the page. */
export function definePasskeys(passkeys: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(passkeys, 'print them as JSON'), io, HELP).action(async (options: AskOptions) =>
    end(await listPasskeys(options, io)),
  );
}

function listPasskeys(options: AskOptions, io: Io): Promise<ExitCode> {
  return ask(options, io, async (gateway) => {
    const answer = await gateway.request('GET', '/passkeys', passkeyListSchema);
    if (!answer.ok) return answer;
    const json = answer.value.value;
    return output({ json, lines: (screen) => renderPasskeys(json, screen) });
  });
}

function renderPasskeys({ passkeys, is_required, problem }: PasskeyList, screen: Screen): readonly string[] {
  const { paint, now } = screen;
  const wrapped = (text: string): readonly string[] => wrapText(text, screen.columns - 2).map((line) => `  ${line}`);
  const trouble = problem === null ? [] : ['', ...wrapped(safeText(problem)).map((line) => paint('yellow', line))];
  if (passkeys.length === 0) {
    const next = is_required
      ? 'The policy requires one: enrol it on the page, in Settings → Passkeys (toolmark open).'
      : 'Enrol one on the page, in Settings → Passkeys (toolmark open).';
    return ['  No passkeys enrolled.', ...wrapped(next).map((line) => paint('dim', line)), ...trouble];
  }
  const columns: readonly Column<Passkey>[] = [
    { head: 'NAME', cell: ({ name }) => safeText(name), give: 'shrink', least: 10 },
    { head: 'HOST', cell: ({ host }) => safeText(host), give: 'shrink', least: 9 },
    { head: 'ENROLLED', cell: ({ created_at: at }) => toAgo(at, now), worth: 2 },
    { head: 'LAST USED', cell: ({ last_used_at: at }) => (at === null ? 'never' : toAgo(at, now)), worth: 3 },
    { head: 'SYNCED', cell: ({ synced }) => (synced ? 'yes' : 'no'), worth: 1 },
  ];
  return [...renderTable(passkeys, columns, screen), ...trouble];
}

const HELP = `
A passkey proves that a person is present: if a rule of the policy says "presence": "passkey", a call can be approved only
on the page, with one of these. They are enrolled and removed on the page, in Settings → Passkeys.

If you lose all of them, start the gateway with: toolmark serve --reset-passkeys

Examples:
  toolmark passkeys
  toolmark passkeys --json

Exit codes: 0 listed, 2 request failed.`;

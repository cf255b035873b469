import { type Command, InvalidArgumentError } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import type { DemoOptions } from './demo-command.ts';

/** The longest time that a call can wait. */
const MAX_WAIT_S = 900;

/** Defines `toolmark demo`: a scripted client shows what the gateway does. */
export function defineDemo(demo: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(demo, 'print the finished demo as JSON'), io, DEMO_HELP)
    .option('--fast', 'without pauses')
    .option('--wait <seconds>', 'how long to wait for an answer if this is not a terminal to ask in', parseWait, 120)
    .action(async (options: DemoOptions) => {
      const { demoCommand } = await import('./demo-command.ts');
      end(await demoCommand(options, io));
    });
}

function parseWait(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds > MAX_WAIT_S)
    throw new InvalidArgumentError(`Give whole seconds, at most ${MAX_WAIT_S}.`);
  return seconds;
}

const DEMO_HELP = `
A scripted MCP client works through a real gateway on the demo server: it reads, adds, fails, tries a tool with false hints,
and wants to delete. You approve or deny that here, on the page or with "toolmark approvals"; the first answer counts.

Uses the gateway that runs on the data folder, and adds the demo server to its config if it is missing. If none is running, it
starts one in a temporary folder, which is removed at the end. The demo server itself: toolmark demo-server

Examples:
  toolmark demo
  toolmark demo --fast
  toolmark demo --fast --wait 0 --json | jq -r '.steps[].outcome'

Exit codes: 0 finished, 1 no answer or stopped, 2 could not run, 130 ended by Ctrl-C.`;

import { type Command, InvalidArgumentError } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import type { DemoOptions } from './demo-command.ts';

/** A call is not kept waiting for longer. */
const MOST_WAIT_S = 900;

/** `toolmark demo`: a scripted client shows what the gateway does. */
export function defineDemo(demo: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(demo, 'print the demo as JSON when it is over'), io, DEMO_HELP)
    .option('--fast', 'without the pauses that let you follow')
    .option('--wait <seconds>', 'how long to wait for an answer where nobody can be asked here', parseWait, 120)
    .action(async (options: DemoOptions) => {
      const { demoCommand } = await import('./demo-command.ts');
      end(await demoCommand(options, io));
    });
}

function parseWait(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds > MOST_WAIT_S)
    throw new InvalidArgumentError(`Give whole seconds, at most ${MOST_WAIT_S}.`);
  return seconds;
}

const DEMO_HELP = `
A scripted MCP client works through a real gateway on the demo server: it reads, adds, fails, tries a tool that lies about itself,
and wants to delete. That is asked of you, here, on the page or with "toolmark approvals"; the first answer counts.

It takes the gateway that runs on the data folder, and adds the demo server to its config where it is missing. Without one it
starts a gateway of its own in a temporary folder, which is removed at the end. The demo server itself: toolmark demo-server

Examples:
  toolmark demo
  toolmark demo --fast
  toolmark demo --fast --wait 0 --json | jq -r '.steps[].outcome'

Exit codes: 0 told to its end, 1 nobody answered or somebody stopped it, 2 could not run, 130 ended by Ctrl-C.`;

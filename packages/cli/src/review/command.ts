import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import type { ReviewOptions } from './review.ts';

/** Defines `toolmark review`: accepts what servers claim about their tools. */
export function defineReview(command: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(command), io, REVIEW_HELP)
    .argument('[server]', 'the server; without one, all with unreviewed tools')
    .option('--accept-all', 'accept all tools that are not suspicious, without asking')
    .option('--tool <name>', 'only this tool of the server, suspicious or not; repeatable', collect)
    .option('--undo', 'revoke what was accepted for the server, or with --tool for one tool')
    .action(async (server: string | undefined, options: ReviewOptions) => {
      const { review } = await import('./review.ts');
      end(await review(server, options, io));
    });
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const REVIEW_HELP = `
A server that declares "this tool is read-only" makes a claim. Until you accept it, calls of the tool ask for approval, and the
tool counts as destructive. The review shows the claims of a server: suspicious tools first, with the reason, and the others
grouped by claim. On a terminal you are asked; what you accept is written into toolmark.lock with your name, and a tool that
claims more later is held.

Examples:
  toolmark review
  toolmark review notes
  toolmark review notes --accept-all
  toolmark review notes --tool delete_note
  toolmark review notes --undo

To trust a server without a review, set "trust": "declared" in its entry.

Exit codes: 0 done or only shown, 1 some tools were not accepted, 2 failed.`;

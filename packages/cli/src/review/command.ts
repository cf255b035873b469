import type { Command } from 'commander';
import type { DefineOptions } from '../commands.ts';
import { withAskOptions } from '../gateway-client-command.ts';
import { withHelpText } from '../text/help-text.ts';
import type { ReviewOptions } from './review.ts';

/** `toolmark review`: accepts what servers claim of their tools. */
export function defineReview(command: Command, { io, end }: DefineOptions): void {
  withHelpText(withAskOptions(command), io, REVIEW_HELP)
    .argument('[server]', 'the server; without one, all that are under review')
    .option('--accept-all', 'accept every tool that looks ordinary, without asking')
    .option('--tool <name>', 'only this tool of the server, suspicious or not; may be repeated', collect)
    .option('--undo', 'take back what was accepted: of the server, or with --tool of one tool')
    .action(async (server: string | undefined, options: ReviewOptions) => {
      const { review } = await import('./review.ts');
      end(await review(server, options, io));
    });
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

const REVIEW_HELP = `
A server that says "this tool only reads" makes a claim. Until you accept it, a call of the tool asks, and the tool counts as
one that may destroy. The review shows what a server claims: tools that do not look ordinary first, with the reason, and the
others by what they claim. On a terminal you are asked; what you accept is written into toolmark.lock with your name, and a
tool that claims more later is held.

Examples:
  toolmark review
  toolmark review notes
  toolmark review notes --accept-all
  toolmark review notes --tool delete_note
  toolmark review notes --undo

To believe a server without a review, set "trust": "declared" in its entry.

Exit codes: 0 done, or only shown; 1 something was not accepted; 2 could not be done.`;

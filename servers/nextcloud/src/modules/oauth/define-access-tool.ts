import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type McpServer,
} from '@modelcontextprotocol/server';
import {
  type CompleteHints,
  type DataOf,
  type HandlerReply,
  type InputRequiredResult,
  requireScopes,
  type SdkContextOf,
  type ToolContext,
  type ToolSchema,
} from '@toolmark/kit';
import * as z from 'zod';
import { invalidArgument, NextcloudError } from '../../errors.ts';
import type { OfflineAccess } from '../../oauth/offline-access.ts';
import { type Principal, principalOf } from '../../oauth/principal.ts';
import type { DefinedTool } from '../../tools/define-tool.ts';
import { scopeChallenge } from '../../tools/scopes.ts';

/** The context of one call of a tool of this module. */
interface AccessWork {
  readonly offline: OfflineAccess;
  readonly principal: Principal;
  readonly context: ToolContext;
}

interface AccessToolSpec<Output extends ToolSchema> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: CompleteHints;
  readonly output: Output;
  readonly run: (work: AccessWork) => Promise<HandlerReply<DataOf<Output>> | DataOf<Output>>;
}

const SCOPES = ['openid'] as const;
const Input = z.object({
  user_id: z.string().optional().describe('Your own user id, as in your token; another is refused'),
});

/** Declares a tool that manages this server's offline access. It does not contact Nextcloud, so it works before access is granted. */
export function defineAccessTool<Output extends ToolSchema>(spec: AccessToolSpec<Output>): DefinedTool {
  const { name, title, description, hints, output, run } = spec;
  return {
    name,
    scopes: SCOPES,
    register: (toolbox) => {
      const { kit, offline, hasScopes } = toolbox;
      if (offline === undefined) return;
      const registered = kit.registerTool<typeof Input, Output>(
        name,
        {
          title,
          description,
          annotations: hints,
          inputSchema: Input,
          outputSchema: output,
          ...(hasScopes && { use: [requireScopes(...SCOPES)] }),
        },
        async ({ user_id }, context) => {
          const principal = principalOf(context.auth);
          if (principal === undefined)
            throw new NextcloudError('BAD_CREDENTIALS', 'This call carries no access token. Sign in, and try again.');
          if (user_id !== undefined && user_id !== principal.subject)
            throw invalidArgument(
              'user_id is not yours. Leave it out: this tool works for the user of the token only.',
            );
          return run({ offline, principal, context });
        },
      );
      Object.assign(registered, scopeChallenge(toolbox, SCOPES));
    },
  };
}

const KEY = 'login';

/** The state of a login link: to be shown (`ask`), opened or declined by the user, or not supported by the client. */
export type LinkShown =
  | { readonly kind: 'ask'; readonly question: InputRequiredResult }
  | { readonly kind: 'opened' | 'declined' | 'unsupported' };

/** Shows a link by URL elicitation if the client supports it. The answer arrives with a repeat of the call. */
export async function showLink(context: ToolContext, link: () => Promise<string>): Promise<LinkShown> {
  // The server is an McpServer of SDK 2.x, so the context has that SDK's type.
  const { mcpReq } = context.sdk as SdkContextOf<McpServer>;
  if (mcpReq.envelope === undefined || !canOpenLinks(mcpReq.envelope)) return { kind: 'unsupported' };
  const given = inputResponse(mcpReq.inputResponses, KEY);
  if (given.kind === 'elicit') return { kind: given.action === 'accept' ? 'opened' : 'declined' };
  if (mcpReq.inputResponses !== undefined) return { kind: 'declined' };
  const message = 'Sign in to let this server reach your Nextcloud when you are away.';
  const url = await link();
  return {
    kind: 'ask',
    question: inputRequired({ inputRequests: { [KEY]: inputRequired.elicitUrl({ message, url }) } }),
  };
}

/** The SDK's type of the envelope declares no fields. */
function canOpenLinks(envelope: object): boolean {
  const capabilities = (envelope as Readonly<Record<string, unknown>>)[CLIENT_CAPABILITIES_META_KEY];
  if (typeof capabilities !== 'object' || capabilities === null || !('elicitation' in capabilities)) return false;
  const { elicitation } = capabilities;
  return typeof elicitation === 'object' && elicitation !== null && 'url' in elicitation;
}

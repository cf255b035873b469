const ASK_EXITS = 'Exit codes: 0 success, 2 request failed.';

export const TOKENS_HELP: string = `
Each client has its own token, which toolmark connect or you create. You can limit it to a class of tools, to servers, to a
profile, and in time. It is valid only for MCP: it cannot approve calls or change settings. A token for the API (--api) is for
your own scripts, and cannot be used at /mcp. Only hashes of tokens are stored.

Examples:
  toolmark tokens                                    list valid tokens
  toolmark tokens create ci --ceiling read --expires 30d
  toolmark tokens revoke ci`;

export const LIST_HELP: string = `
Examples:
  toolmark tokens
  toolmark tokens --all                              include revoked and expired ones
  toolmark tokens --json | jq -r '.tokens[].name'

${ASK_EXITS}`;

export const CREATE_HELP: string = `
The ceiling is the highest class of tools that the token may call, by their effective class:
  read         tools that change nothing
  additive     also tools that add
  destructive  all tools
A tool without annotations counts as destructive. A ceiling does not replace the policy, which applies to this token too.

Only the token goes to stdout, everything else to stderr, so that you can pipe it.

Examples:
  toolmark tokens create ci --ceiling read --expires 30d
  toolmark tokens create notes-bot --ceiling additive --server notes --server 'files-*'
  toolmark tokens create cursor --ceiling destructive --profile work
  toolmark tokens create ci --ceiling read | gh secret set TOOLMARK_TOKEN
  toolmark tokens create nightly --ceiling destructive --no-answer
  toolmark tokens create reports --api               for scripts that use /api/v1

Exit codes: 0 created, 2 not created.`;

export const REVOKE_HELP: string = `
The token stops working at once, and its open sessions end. Its name cannot be reused, so that logs and rules never refer to
another token.

Examples:
  toolmark tokens revoke ci
  toolmark tokens revoke ci --yes

Exit codes: 0 revoked, 1 not confirmed, 2 request failed.`;

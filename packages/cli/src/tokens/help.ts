const ASK_EXITS = 'Exit codes: 0 answered, 2 could not ask.';

export const TOKENS_HELP: string = `
Each client has a token of its own, which toolmark connect creates, or you do: up to a class of tools, on some servers, in one
profile, for some time. It is for MCP alone: it cannot approve a call, nor change anything here. A token for the API (--api) is
for your own scripts, and cannot call at /mcp. Only a hash of each is kept.

Examples:
  toolmark tokens                                    those that let somebody in
  toolmark tokens create ci --ceiling read --expires 30d
  toolmark tokens revoke ci`;

export const LIST_HELP: string = `
Examples:
  toolmark tokens
  toolmark tokens --all                              revoked and expired ones too
  toolmark tokens --json | jq -r '.tokens[].name'

${ASK_EXITS}`;

export const CREATE_HELP: string = `
The ceiling is the most that may be called, by the class that counts for a tool after everything that people set:
  read         tools that change nothing
  additive     also those that add something
  destructive  every tool
A tool that says nothing of itself counts as destructive. A ceiling does not replace the policy: what asks or is denied for
everybody is so for this token too.

The token goes to stdout alone, everything else to stderr, so that it can be piped to where it belongs.

Examples:
  toolmark tokens create ci --ceiling read --expires 30d
  toolmark tokens create notes-bot --ceiling additive --server notes --server 'files-*'
  toolmark tokens create cursor --ceiling destructive --profile work
  toolmark tokens create ci --ceiling read | gh secret set TOOLMARK_TOKEN
  toolmark tokens create nightly --ceiling destructive --no-answer
  toolmark tokens create reports --api               for scripts that use /api/v1

Exit codes: 0 made, 2 not made.`;

export const REVOKE_HELP: string = `
It lets nobody in from this moment, and sessions that it has opened end. The name stays taken, so that what is recorded and
what rules say of it never means another one.

Examples:
  toolmark tokens revoke ci
  toolmark tokens revoke ci --yes

Exit codes: 0 revoked, 1 not wanted after all, 2 could not ask.`;

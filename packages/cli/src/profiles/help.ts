const ASK_EXITS = 'Exit codes: 0 success, 2 request failed.';

export const PROFILES_HELP: string = `
A profile is a part of everything that is offered, under an address of its own: /mcp/p/<name>, and /mcp/p/<name>/search. Clients
at this address see nothing else. To keep a client from the other addresses, give it a token that is for the profile alone:
  toolmark tokens create <name> --ceiling <class> --profile <profile>

Examples:
  toolmark profiles
  toolmark profiles show reading
  toolmark profiles set reading --class read
  toolmark profiles set work --server notes,files --exclude 'delete_*'
  toolmark profiles remove work`;

export const LIST_HELP: string = `
Examples:
  toolmark profiles
  toolmark profiles --json | jq -r '.profiles[].addresses.direct'

${ASK_EXITS}`;

export const SHOW_HELP: string = `
Example:
  toolmark profiles show reading

${ASK_EXITS}`;

export const SET_HELP: string = `
Patterns match a tool's original name, or server/tool; * matches anything. Fields of an existing profile that you do not give
are kept: --server '*' selects all servers again, --no-exclude excludes nothing. The profile is written into toolmark.json,
which keeps its comments and order.

Examples:
  toolmark profiles set reading --class read --description 'Read only'
  toolmark profiles set work --server notes,files --tool 'list_*' --tool 'notes/create_*'
  toolmark profiles set work --exclude 'notes/delete_*' --dry-run

Exit codes: 0 set, 2 not set.`;

export const REMOVE_HELP: string = `
Clients at its addresses get an error. Tokens for this profile are kept, but give no access.

Example:
  toolmark profiles remove work

Exit codes: 0 removed, 1 not confirmed, 2 request failed.`;

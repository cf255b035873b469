const ASK_EXITS = 'Exit codes: 0 answered, 2 could not ask.';

export const PROFILES_HELP: string = `
A profile is a part of everything that is offered, under an address of its own: /mcp/p/<name>, and /mcp/p/<name>/search. What is
not in it does not exist for whoever comes that way. It narrows what a client sees; to keep a client from the other addresses, give
it a token that is for the profile alone:
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
Patterns of tools are for the names that servers give them, or for server/tool; * is anything. Of a profile that is there, what
is not named stays: --server '*' is all of them again, --no-exclude excludes nothing any more. It is written into toolmark.json,
whose comments and order stay.

Examples:
  toolmark profiles set reading --class read --description 'To look, not to touch'
  toolmark profiles set work --server notes,files --tool 'list_*' --tool 'notes/create_*'
  toolmark profiles set work --exclude 'notes/delete_*' --dry-run

Exit codes: 0 set, 2 not set.`;

export const REMOVE_HELP: string = `
Clients at its addresses are told that there is nothing. Tokens that are for it alone stay, and see nothing.

Example:
  toolmark profiles remove work

Exit codes: 0 removed, 1 not wanted after all, 2 could not ask.`;

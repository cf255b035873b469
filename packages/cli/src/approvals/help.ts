export const ASK_EXITS = 'Exit codes: 0 success, 2 request failed.';

export const APPROVALS_HELP: string = `
Lists calls that wait for approval. They can be answered in the client, on the page, here or through the API; the first
answer counts. A call without an answer is not made.

Examples:
  toolmark approvals                      list waiting calls
  toolmark approvals watch                answer calls as they arrive
  toolmark approvals approve 019a8f3c-1d2e
  toolmark approvals grants               list lasting approvals`;

export const LIST_HELP: string = `
Examples:
  toolmark approvals
  toolmark approvals --status all --limit 200
  toolmark approvals --json | jq -r '.approvals[].id'

${ASK_EXITS}`;

export const SHOW_HELP: string = `
While a call waits, its parameters are shown exactly: every digit, and secrets too, which are marked. After the decision the
record keeps them without secrets; "toolmark calls verify" checks what was sent.

Examples:
  toolmark approvals show 019a8f3c-1d2e
  toolmark approvals show 019a8f3c-1d2e --full | less
  toolmark approvals show 019a8f3c-1d2e --full --json | jq -j .text | sha256sum

${ASK_EXITS}`;

export const APPROVE_HELP: string = `
An approval covers exactly the arguments that are shown. If the client has stopped waiting, its retry is allowed once. Lasting
approvals apply only to the rule that asked, and only while the tool's hints stay the same; "toolmark approvals grants"
lists them.

Examples:
  toolmark approvals approve 019a8f3c-1d2e
  toolmark approvals approve 019a8f3c-1d2e --session
  toolmark approvals approve 019a8f3c-1d2e --always --arguments-only

Exit codes: 0 approved, 1 already answered or expired, 2 request failed.`;

export const DENY_HELP: string = `
A denial applies to this one call. To refuse a tool for good, add a rule to the policy.

Example:
  toolmark approvals deny 019a8f3c-1d2e

Exit codes: 0 denied, 1 already answered or expired, 2 request failed.`;

export const WATCH_HELP: string = `
On a terminal each call is shown with its exact arguments: a approves it once, s for this session, A always, d denies, and
Enter skips it. Without a terminal it only prints. Reconnects after a restart of the gateway. With --json, one event per
line.

Examples:
  toolmark approvals watch
  toolmark approvals watch --json | jq -r .data.id

Exit codes: 130 ended by Ctrl-C, 2 request failed.`;

export const GRANTS_HELP: string = `
Example:
  toolmark approvals grants
  toolmark approvals revoke 019a8f3c-1d2e

${ASK_EXITS}`;

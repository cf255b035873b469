export const ASK_EXITS = 'Exit codes: 0 answered, 2 could not ask.';

export const APPROVALS_HELP: string = `
A call that the policy wants a person to be asked about waits here. It can be answered in the client, on the page, here or
through the API; the first answer counts. Without one it is not called.

Examples:
  toolmark approvals                      what waits now
  toolmark approvals watch                answer as they come
  toolmark approvals approve 019a8f3c-1d2e
  toolmark approvals grants               what passes without a question, and why`;

export const LIST_HELP: string = `
Examples:
  toolmark approvals
  toolmark approvals --status all --limit 200
  toolmark approvals --json | jq -r '.approvals[].id'

${ASK_EXITS}`;

export const SHOW_HELP: string = `
While a call waits, what it sends is shown word for word: every parameter, every digit, secrets too, which are marked. Once it is
decided, the record has it without secrets; "toolmark calls verify" checks a claim of what was sent.

Examples:
  toolmark approvals show 019a8f3c-1d2e
  toolmark approvals show 019a8f3c-1d2e --full | less
  toolmark approvals show 019a8f3c-1d2e --full --json | jq -j .text | sha256sum

${ASK_EXITS}`;

export const APPROVE_HELP: string = `
An approval is for the arguments that are shown: with others it is another question. If the call has given up meanwhile, the
same one passes once when it is made again. What lasts longer holds only for the rule that asked, and only while the hints of
the tool stay as they are; "toolmark approvals grants" lists it.

Examples:
  toolmark approvals approve 019a8f3c-1d2e
  toolmark approvals approve 019a8f3c-1d2e --session
  toolmark approvals approve 019a8f3c-1d2e --always --arguments-only

Exit codes: 0 approved, 1 somebody else was faster or it is too late, 2 could not ask.`;

export const DENY_HELP: string = `
A denial is for this one call and is not remembered; to refuse a tool for good, give the policy a rule.

Example:
  toolmark approvals deny 019a8f3c-1d2e

Exit codes: 0 denied, 1 somebody else was faster or it is too late, 2 could not ask.`;

export const WATCH_HELP: string = `
On a terminal each question is shown with its exact arguments: a approves it once, s for this session, A always, d denies, and
Enter leaves it to somebody else. Elsewhere it only prints. Goes on after the gateway was restarted. With --json one event per
line.

Examples:
  toolmark approvals watch
  toolmark approvals watch --json | jq -r .data.id

Exit codes: 130 ended by Ctrl-C, 2 could not ask.`;

export const GRANTS_HELP: string = `
Example:
  toolmark approvals grants
  toolmark approvals revoke 019a8f3c-1d2e

${ASK_EXITS}`;

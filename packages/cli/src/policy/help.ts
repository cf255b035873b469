const ASK_EXITS = 'Exit codes: 0 success, 2 request failed.';

export const POLICY_HELP: string = `
The policy decides about every call: allow it, ask a person, deny it, or hold the tool until someone reviews it. It is the
section "policy" of toolmark.json. The first matching rule decides; if none matches, the tool's class does.

Examples:
  toolmark policy show
  toolmark policy explain notes delete_note --args '{"id":"n-1"}'
  toolmark policy test policy-cases.json --config toolmark.json
  toolmark policy replay --since 7d --policy changed.json`;

export const SHOW_HELP: string = `
With --json it is printed like "policy" in toolmark.json, including defaults.

${ASK_EXITS}`;

export const EXPLAIN_HELP: string = `
Examples:
  toolmark policy explain notes delete_note
  toolmark policy explain calendar/manage_calendar --args '{"action":"list"}'
  toolmark policy explain notes__delete_note --client cursor --mode search

${ASK_EXITS}`;

export const TEST_HELP: string = `
For CI: protects the decisions that matter to you from accidental changes.

Examples:
  toolmark policy test policy-cases.json
  toolmark policy test policy-cases.json --config ./toolmark.json --json

Exit codes: 0 all cases pass, 1 one does not, 2 could not run.`;

export const REPLAY_HELP: string = `
Compares how many recorded calls were asked about, allowed, denied, held or answered from the cache with what the policy
would decide, and lists the tools whose decisions change. Calls whose tools are gone, or whose arguments were not recorded
in full although a rule needs them, are skipped and counted.

Examples:
  toolmark policy replay --since 7d
  toolmark policy replay --since 4w --until 1w --policy changed.json
  toolmark policy replay --since 24h --json | jq .prompts_saved

${ASK_EXITS}`;

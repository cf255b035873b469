const ASK_EXITS = 'Exit codes: 0 answered, 2 could not ask.';

export const POLICY_HELP: string = `
The policy decides about every call: allow, ask a person, deny, or hold the tool until somebody has looked at it. It stands in
toolmark.json under "policy"; the first rule that matches decides, and where none does, the class of the tool.

Examples:
  toolmark policy show
  toolmark policy explain notes delete_note --args '{"id":"n-1"}'
  toolmark policy test policy-cases.json --config toolmark.json
  toolmark policy replay --since 7d --policy changed.json`;

export const SHOW_HELP: string = `
With --json it is as "policy" in toolmark.json takes it, with everything filled in.

${ASK_EXITS}`;

export const EXPLAIN_HELP: string = `
Examples:
  toolmark policy explain notes delete_note
  toolmark policy explain calendar/manage_calendar --args '{"action":"list"}'
  toolmark policy explain notes__delete_note --client cursor --mode search

${ASK_EXITS}`;

export const TEST_HELP: string = `
For a team's CI: keeps what should be asked about, and what should pass, from being changed by accident.

Examples:
  toolmark policy test policy-cases.json
  toolmark policy test policy-cases.json --config ./toolmark.json --json

Exit codes: 0 all cases pass, 1 one does not, 2 could not run.`;

export const REPLAY_HELP: string = `
Tells how many calls would have been asked about, passed, refused, held or answered from the cache, against what was done
then, and the tools whose calls would be treated otherwise. Calls whose tools are gone, or whose arguments were not kept in
full where a rule asks about them, are left out and counted.

Examples:
  toolmark policy replay --since 7d
  toolmark policy replay --since 4w --until 1w --policy changed.json
  toolmark policy replay --since 24h --json | jq .prompts_saved

${ASK_EXITS}`;

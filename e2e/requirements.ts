/** A requirement on sessions, the record or the page, with an id that tests cite. */
export interface Requirement {
  readonly id: string;
  readonly says: string;
  /** Where it can be tested: the gateway with its API and command line, or only a page (display, hover, click). */
  readonly by: 'record' | 'page';
}

const record = (id: string, says: string): Requirement => ({ id, says, by: 'record' });
const page = (id: string, says: string): Requirement => ({ id, says, by: 'page' });

/**
 * Requirements for tool annotations and sessions: user stories (US), edge cases (EC), functional requirements (FR),
 * success criteria (SC), the data model (D), the contracts of the API (C), the parts of the page (UI), and the
 * endpoints and events that were agreed first (S). `house/requirements.test.ts` checks that tests cite every id.
 */
export const requirements: readonly Requirement[] = [
  page('US1.1', 'Each tool on the page of a server shows its annotations with visual indicators.'),
  page('US1.2', 'The title of a tool is the primary heading.'),
  page('US1.3', 'A destructive tool has a warning indicator.'),
  page('US1.4', 'A read-only tool has a safe indicator.'),
  page('US1.5', 'A tool without annotations has no badges and looks well.'),
  page('US2.1', 'Every entry of the history shows a compact icon for each hint.'),
  page('US2.2', 'An icon explains itself in full when it is pointed at.'),
  page('US2.3', 'Destructive calls stand out in the history.'),
  page('US2.4', 'Several hints are shown without clutter.'),
  page('US3.1', 'The dashboard shows up to ten of the most recent sessions.'),
  page('US3.2', 'An active session looks active.'),
  page('US3.3', 'A closed session shows how long it took, from start to end.'),
  page('US3.4', 'An active session shows how long it has been going on.'),
  record('US3.5', 'The tokens of a session are the sum over its calls.'),
  page('US3.6', 'The name of the client is shown.'),
  page('US3.7', 'A client without a name is shown gracefully.'),
  page('US3.8', 'The number of calls is shown.'),
  page('US3.9', 'A click on a session leads to the history of that session.'),
  page('US4.1', 'The history has a selector for the session.'),
  record('US4.2', 'Filtered by a session, only its calls are there.'),
  page('US4.3', 'Clearing the filter brings all calls back.'),
  page('US4.4', 'A session without calls gets a message instead of an empty list.'),

  page('EC-1', 'A tool without annotations is a normal card.'),
  record('EC-2', 'Where a server supplies no annotations, they are left out.'),
  record('EC-3', 'With fewer than ten sessions there are as many as exist, without padding.'),
  record(
    'EC-4',
    'An active session in which nothing was counted yet has 0 tokens; a client without a call has no session.',
  ),
  page('EC-5', 'A very long duration reads like 2d 3h 15m.'),
  page('EC-6', 'A filter for a session that was deleted is cleared, with a notice.'),
  page('EC-7', 'A client without a name gets a placeholder.'),
  page('EC-8', 'A click on a session deleted since gives an error message and leads back to the dashboard.'),

  page('FR-001', 'Annotations are on the page of a server, within each tool.'),
  record('FR-002', 'title, readOnlyHint, destructiveHint, idempotentHint and openWorldHint are all there.'),
  record('FR-003', 'The title is the human-readable name of a tool, where there is one.'),
  page('FR-004', 'Each hint has a badge of its own colour.'),
  page('FR-005', 'Tools without annotations are shown without badges.'),
  page('FR-006', 'The list of calls has compact indicators.'),
  page('FR-007', 'Full descriptions appear on hover.'),
  record('FR-008', 'What a tool declared is preserved with each call of it.'),
  page('FR-009', 'The dashboard has a table of the ten most recent sessions.'),
  record('FR-010', 'A session is active or closed.'),
  page('FR-011', 'When a session began is written for people.'),
  record('FR-012', 'A session has a duration: so far while it is active, in all once it is closed.'),
  record('FR-013', 'A session has the total of its tokens.'),
  page('FR-014', 'Active sessions are brought up to date at least every 30 seconds.'),
  record('FR-015', 'A session has the name of its client where there is one, and is well without.'),
  record('FR-016', 'A session has the number of its calls.'),
  page('FR-017', 'The rows of sessions lead to the history, with the filter set.'),
  page('FR-018', 'The history can be filtered by session.'),
  record('FR-019', 'The filter leaves only the calls of the session.'),
  page('FR-020', 'The filter can be cleared.'),
  page('FR-021', 'The filter is kept while one moves about.'),
  record('FR-022', 'The 100 most recent sessions are kept, older ones deleted by themselves.'),

  page('SC-001', 'What a tool does is recognised within two seconds of looking at it.'),
  page('SC-002', 'Hints are understood from their tooltips, without documentation.'),
  page('SC-003', 'The dashboard shows sessions within a second.'),
  page('SC-004', 'One click filters by session.'),
  page('SC-005', 'Every annotation of every server is displayed as it was declared.'),
  record('SC-006', 'The tokens of a session are exactly the sum over its calls, failed ones included.'),
  page('SC-007', 'Compact indicators take at most 30 % of the width of a row.'),

  record('D-tri-state', 'A hint that is absent is not one that is false.'),
  record('D-session', 'A session has id, client name and version, status, start, end, number of calls and tokens.'),
  record('D-session-end', 'A session has an end exactly if it is closed.'),
  record('D-lifecycle', 'A session is created active, and closed at its end.'),
  record('D-limit', 'Beyond the limit the oldest sessions are removed, with their calls.'),
  record('D-tool', 'A tool has its annotations, where there are any.'),
  record('D-snapshot', 'The annotations of a call are those of its moment, whatever the tool declares later.'),
  record('D-call', 'A call has its session, client, duration, tokens and how it came.'),
  record('D-tokens', 'Tokens are input, output and total, with the encoding that counted them.'),
  record('D-order', 'Sessions and calls come newest first.'),
  record('D-relation', 'A call belongs to one session, which keeps sums over its calls.'),
  record('D-queries', 'Recent sessions, one session with its sums, and its calls page by page can be asked for.'),
  record('D-compatible', 'A data folder from before there was a record works; recording begins with it.'),

  record(
    'C-sessions',
    'GET /sessions: limit 10, at most 100, offset; sessions, total, limit, offset; newest start first.',
  ),
  record('C-session', 'GET /sessions/{id}: the session, or 404.'),
  record(
    'C-session-calls',
    'GET /sessions/{id}/tool-calls: limit 50, offset; tool_calls, total, limit, offset; or 404.',
  ),
  record('C-calls', 'GET /tool-calls: limit 50, offset, session_id; pages are chronological across servers.'),
  record('C-tools', 'GET /tools and the tools of a server include annotations, also when they are searched.'),
  record('C-events', 'sessions.created, updated and closed, with session_id, tool_call_count and total_tokens.'),
  page('C-polling', 'A page that cannot listen asks every 30 seconds.'),
  record('C-propagation', 'Annotations come from the upstream server through to the API as they were sent.'),
  record('C-hooks', 'A session is created at first use, updated after each call, closed when its client leaves.'),

  page('UI-badges', 'One component for badges: labelled in full, or icons with tooltips.'),
  page('UI-sessions', 'The table has status, client, start, duration, calls and tokens; rows are links.'),
  page('UI-filter', 'The filter is a selector of recent sessions, and the address is the source of its value.'),

  record('S-sessions', 'GET /api/v1/sessions'),
  record('S-session', 'GET /api/v1/sessions/{id}, with aggregates'),
  record('S-session-calls', 'GET /api/v1/sessions/{id}/tool-calls'),
  record('S-calls-filter', 'GET /api/v1/tool-calls?session_id='),
  record('S-tools', 'GET /api/v1/tools with annotations'),
  record('S-created', 'The event sessions.created'),
  record('S-updated', 'The event sessions.updated, with a payload of type, data and timestamp'),
  record('S-closed', 'The event sessions.closed'),
  record('S-kept', 'Sessions survive a restart of the gateway.'),
  page('S-address', 'A filtered history has an address to share.'),
];

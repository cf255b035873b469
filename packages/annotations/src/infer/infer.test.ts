import { describe, expect, it } from 'vitest';
import { labelledTools, measure } from './fixtures/labelled-tools.ts';
import { infer } from './infer.ts';
import { readName } from './name.ts';
import { readText } from './text.ts';
import { wordsOf } from './words.ts';

describe('wordsOf', () => {
  it.each([
    ['nc_notes_create_note', ['nc', 'notes', 'create', 'note']],
    ['createFunctionHTTPAccess', ['create', 'function', 'http', 'access']],
    ['files.list2-all', ['files', 'list', 'all']],
    ['获取列表', ['获取', '列表']],
    ['删除笔记', ['删除', '笔记']],
    ['已删除笔记', ['已删除', '笔记']],
    ['ノートを削除する', ['ノートを', '削除する']],
    ['노트삭제', ['노트', '삭제']],
    ['नोट_हटाएं', ['नोट', 'हटाएं']],
    ['dеlеtеNоtе', ['delete', 'note']],
    ['ｄｅｌｅｔｅ＿ｎｏｔｅ', ['delete', 'note']],
    ['de\u200blete_note', ['delete', 'note']],
    ['notiz_löschen', ['notiz', 'loschen']],
    ['удалить_заметку', ['удалить', 'заметку']],
    ['', []],
  ])('%s', (name, words) => expect(wordsOf(name)).toEqual(words));
});

describe('readName', () => {
  it.each([
    // A noun is not an action.
    ['get_message', 'read'],
    ['list_secrets', 'read'],
    ['get_terraform_plan', 'read'],
    ['search_deleted_items', 'read'],
    ['get_updates', 'read'],
    ['message', 'none'],
    ['secret_manager', 'none'],
    ['terraform', 'none'],
    // The verb may be anywhere in the name.
    ['breakpoint_list', 'maybe-read'],
    ['nc_notes_get_note', 'read'],
    ['nc_share_create', 'create'],
    ['process_write_input', 'update'],
    ['deleteEnvDomain', 'delete'],
    ['debug_state', 'maybe-read'],
    // Conflicting words decide nothing.
    ['get_or_create_user', 'create'],
    ['copy_list', 'mixed'],
    ['archive_list', 'mixed'],
    ['update_status', 'mixed'],
    ['check_out_document', 'act'],
    ['check_logged_in', 'read'],
    ['search_and_replace', 'update'],
    ['create_or_update_file', 'update'],
    ['add_or_remove_label', 'delete'],
    ['create_delete_request', 'create'],
    ['get_pull_request_diff', 'read'],
    ['set_is_active', 'mixed'],
    ['list_add', 'mixed'],
    // The word before a reading word may be a verb that the lexicon lacks.
    ['shuffle_list', 'act'],
    ['frobnicate_list', 'maybe-read'],
    ['mark_as_read', 'act'],
    ['flurb_read', 'maybe-read'],
    ['increment_count', 'act'],
  ])('%s is %s', (name, action) => expect(readName(name).action).toBe(action));
});

describe('readText', () => {
  it.each([
    ['Deletes a note permanently.', 'delete'],
    ['Permanently delete everything', 'delete'],
    ['This tool lists all notes. It never deletes any.', 'read'],
    ['Use this tool to create a note', 'create'],
    ['Queries the index', 'read'],
    ['Gets the next job and removes it from the queue', 'mixed'],
    ['A helper for messages', 'none'],
    ['', 'none'],
  ])('%s', (text, action) => expect(readText(text).reading.action).toBe(action));
});

describe('infer', () => {
  it('uses the description if the name is ambiguous', () => {
    expect(infer({ name: 'copy_list', description: 'Copies a list.' }).class).toBe('additive');
    expect(infer({ name: 'share_list', description: 'Lists all shares.' }).class).toBe('read');
  });

  it('requires a second text if only a later word of the name indicates reading', () => {
    expect(infer({ name: 'breakpoint_list' }).suggested).toEqual({});
    expect(infer({ name: 'breakpoint_list', title: 'List Breakpoints' }).class).toBe('read');
    expect(infer({ name: 'frobnicate_list', description: 'Frobnicates a list.' }).suggested).toEqual({});
    expect(infer({ name: 'flurb_list', description: 'Deletes a list.' }).class).toBe('destructive');
  });

  it('uses the worst value of a parameter that chooses the action', () => {
    const inputSchema = { type: 'object', properties: { action: { enum: ['list', 'create', 'delete'] } } };
    expect(infer({ name: 'manage_calendar', inputSchema })).toMatchObject({
      class: 'destructive',
      parameters: [{ parameter: 'action', kind: 'mode', action: 'delete', word: 'delete' }],
    });
  });

  it.each([
    ['runs any program', { sql: { type: 'string' } }],
    ['may send any HTTP method', { url: {}, method: { type: 'string' } }],
    ['overwrites on request', { overwrite: { type: 'boolean' } }],
    ['has a dry run, so it has a real one', { dry_run: { type: 'boolean' } }],
    ['writes to a place of your choice', { outputPath: { type: 'string' } }],
  ])('suggests nothing for a reader that %s', (_case, properties) => {
    expect(infer({ name: 'get_report', inputSchema: { type: 'object', properties } })).toMatchObject({
      class: undefined,
      suggested: {},
    });
  });

  it('suggests nothing for a query tool that runs the given query', () => {
    const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
    expect(infer({ name: 'query', inputSchema }).suggested).toEqual({});
    expect(infer({ name: 'query_documents' }).class).toBe('read');
  });

  it('tolerates invalid schemas', () => {
    for (const inputSchema of [null, 'x', [], { properties: null }, { properties: { action: { enum: [1, null] } } }]) {
      expect(infer({ name: 'list_notes', inputSchema }).class).toBe('read');
    }
  });
});

/** Names and descriptions of published tools, none of which were used to build the word lists. */
describe('tools that write', () => {
  it.each(
    `find_and_update findOneAndUpdate get_and_update get_and_set fetch_and_run fetch_and_add read_and_archive
    fetch_and_archive compare_and_merge get_then_call explain_and_run lookup_or_register get_or_new describe_or_patch
    http_get_or_post compare_and_swap inspect_and_repair check_and_repair analyze_and_fix summarize_and_store
    mark_all_notifications_read set_is_active shuffle_list increment_count return_item goto verify_domain verify_email
    show_dialog show_notification validate_fix list_on_marketplace browser_navigate kubectl_apply git_pull save_issue
    conversations_mark check_out_document sign_in jira_transition_issue`.split(/\s+/),
  )('does not infer that %s only reads', (name) => {
    expect(infer({ name }).suggested.readOnlyHint).not.toBe(true);
  });

  it.each([
    ['get_next_job', 'Gets the next job and removes it from the queue.'],
    ['fetch_emails', 'Fetches new emails and marks them as read.'],
    ['fetch_emails', 'Fetches new emails. Marks them as read.'],
    ['fetch_message', 'Fetches a message; it is deleted from the server.'],
    ['fetch_message', 'Fetches a message. The message that was fetched is removed from the server.'],
    ['get_job', 'Gets a job. No job is lost; the job is removed from the queue.'],
    ['search_web', 'Delete all files'],
    ['get_thing', 'This tool deletes the thing permanently.'],
    ['list_notes', 'List notes, then archive the old ones'],
  ])('%s: %s', (name, description) => expect(infer({ name, description }).suggested.readOnlyHint).not.toBe(true));

  it('infers nothing from a description that is too long to read in full', () => {
    const description = `Gets a job. ${'It is a long story. '.repeat(300)}Then the job is deleted.`;
    expect(infer({ name: 'get_job', description }).suggested.readOnlyHint).not.toBe(true);
  });

  it.each([
    ['read_query', { query: { type: 'string' } }],
    ['get_report', { save: { type: 'boolean' } }],
    ['find_files', { delete_matches: { type: 'boolean' } }],
    ['view', { type: { enum: ['list', 'delete'] } }],
    ['get_page', { js: { type: 'string' } }],
    ['fetch', { url: { type: 'string' }, method: { type: 'string' } }],
  ])('%s with a parameter that can write', (name, properties) => {
    expect(infer({ name, inputSchema: { type: 'object', properties } }).suggested.readOnlyHint).not.toBe(true);
  });
});

describe('tools that read', () => {
  it.each([
    ['list_notes', 'Lists all notes. No note is deleted or changed.'],
    ['get_issue', 'Gets an issue that was created by a user. Use update_issue to change it.'],
    ['search_code', 'Search for code. Returns: matches. Requires a repository.'],
    ['issue_read', 'Get information about an issue'],
  ])('%s: %s', (name, description) => expect(infer({ name, description }).suggested.readOnlyHint).toBe(true));

  it('with a parameter that only selects what to read', () => {
    const inputSchema = { type: 'object', properties: { method: { enum: ['get', 'get_comments', 'get_labels'] } } };
    expect(infer({ name: 'get_issue', inputSchema }).class).toBe('read');
  });
});

describe('inference on the 175 classified tools', () => {
  const tools = labelledTools();
  const { confusion, precision, recall } = measure(tools);

  it('covers all of them', () => expect(tools).toHaveLength(175));

  it('never infers that a writing tool only reads', () => {
    const mistaken = tools.filter(({ tool, label }) => label !== 'read' && infer(tool).suggested.readOnlyHint === true);
    expect(mistaken.map(({ tool }) => tool.name)).toEqual([]);
  });

  it('never infers that a destructive tool is additive', () => expect(confusion.destructive.additive).toBe(0));

  it('keeps its measured accuracy', () => {
    expect(precision.read).toBe(1);
    expect(recall.read).toBeGreaterThanOrEqual(0.94);
    expect(precision.additive).toBe(1);
    expect(recall.additive).toBeGreaterThanOrEqual(0.62);
    expect(precision.destructive).toBeGreaterThanOrEqual(0.82);
    expect(recall.destructive).toBeGreaterThanOrEqual(0.82);
  });
});

import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../definition.ts';
import { resolve } from './resolve.ts';

const READ_ONLY = { readOnlyHint: true, destructiveHint: false } as const;
const claimed = (tool: ToolDefinition) => resolve({ annotations: READ_ONLY, ...tool });

/** Each tool declares read-only and has a neutral description. */
describe('a tool whose name contradicts its hints', () => {
  it.each(
    `nuke nuke_project shell bash exec_sql rmrf rm_rf deletenote notedelete dropdb drop_db droptable format_disk transfer_funds
    force_push forcepush git_push wipedisk purgequeue removeuser destroyEverything killall shutdown_host reboot eval
    run_shell_command execute_command runCode evaluate_javascript mkfs shred_file factory_reset truncatetable overwriteFile
    withdraw_funds wire_transfer revoke_access transferfunds factoryreset formatdrive empty_trash alter_table rmtree rimraf chmod
    DELETE_NOTE mass_delete sql query_sql exec sudo uninstall_app hard_delete obliterate`.split(/\s+/),
  )('%s', (name) => {
    const { class: effective } = claimed({ name, description: 'Handles the request.' });
    expect(effective).not.toBe('read');
  });

  it.each(
    `nuke shell bash rmrf deletenote dropdb format_disk transfer_funds force_push forcepush run_command exec_code`.split(
      /\s+/,
    ),
  )('%s is contradicted, so the gateway holds it', (name) => {
    expect(claimed({ name, description: 'Handles the request.' }).contradictions).not.toEqual([]);
  });
});

describe('a tool whose name contradicts its hints in another language', () => {
  it.each([
    ['Spanish', 'eliminar_nota', 'Elimina la nota.'],
    ['Portuguese', 'excluir_nota', 'Exclui a nota.'],
    ['German', 'notiz_löschen', 'Löscht die Notiz.'],
    ['German without umlauts', 'loescheNotiz_loeschen', 'Die Notiz löschen'],
    ['French', 'supprimer_note', 'Supprime la note.'],
    ['Russian', 'удалить_заметку', 'Удаляет заметку.'],
    ['Russian in Latin letters', 'udalit_zametku', 'Удаление заметки'],
    ['Hindi', 'नोट_हटाएं', 'नोट को हटाता है।'],
    ['Chinese', '删除笔记', '删除指定的笔记。'],
    ['Chinese, traditional', '刪除筆記', '刪除指定的筆記。'],
    ['Japanese', 'ノート削除', 'ノートを削除します。'],
    ['Korean', '노트삭제', '노트를 삭제합니다.'],
  ])('%s, in its name and in its description', (_language, name, description) => {
    expect(claimed({ name })).toMatchObject({ class: 'destructive', contradictions: [{ against: 'name' }, {}] });
    expect(claimed({ name: 'thing', description })).toMatchObject({
      class: 'destructive',
      contradictions: [{ against: 'description' }, {}],
    });
  });

  it.each([
    ['查询笔记并删除旧笔记。'],
    ['返回状态。同时删除旧记录。'],
    ['ステータスを返します。古い行を削除します。'],
    ['Returns the status. Удаляет старые строки.'],
  ])('in its second clause: %s', (description) => {
    expect(claimed({ name: 'status', description }).class).toBe('destructive');
  });
});

describe('a tool that hides its action with lookalike letters', () => {
  it.each([
    ['Cyrillic', 'dеlеtе_nоtе'],
    ['one Cyrillic letter', 'delete_note'.replace('e', 'е')],
    ['Greek', 'rεmονε_user'],
    ['full-width letters', 'ｄｅｌｅｔｅ＿ｎｏｔｅ'],
    ['mathematical letters', '𝐝𝐞𝐥𝐞𝐭𝐞_note'],
    ['an accent', 'délete_note'],
    ['an accent on a Cyrillic letter', 'dёlete_note'],
    ['an accent on a Greek letter', 'remόve_note'],
    ['a character that is not seen', 'del\u200bete_note'],
  ])('%s in its name', (_kind, name) => {
    expect(claimed({ name })).toMatchObject({ class: 'destructive', contradictions: [{ against: 'name' }, {}] });
  });

  it('in its description', () => {
    expect(claimed({ name: 'thing', description: 'Dеlеtеs the note.' }).class).toBe('destructive');
  });
});

describe('a tool whose description contradicts its hints', () => {
  it.each([
    'Permanently and irrevocably drops the database.',
    'Returns the status. Also deletes old rows.',
    'Returns the status. It also purges old rows.',
    'Gets the next job and removes it from the queue.',
    'Reads the message, then deletes it from the server.',
    'Shows the file. This tool will delete it afterwards.',
    'When called, deletes the file.',
    'Warning: deletes all records.',
    'Use this tool to permanently erase a disk.',
    'Allows you to wipe a device.',
    'A tool for deleting users.',
    'Fetches a message; the message is deleted from the server.',
    'Returns the status and irrevocably destroys the session.',
    'Cleans up by deleting old rows.',
    'Not only reads but also deletes rows.',
    'No longer needed rows are deleted.',
    'Lists rows & deletes them.',
    'Lists rows → deletes rows',
    'Reads. Deletes. Done.',
  ])('%s', (description) => {
    const { class: effective, contradictions } = claimed({ name: 'status', description });
    expect([effective, contradictions[0]?.against, contradictions[0]?.action]).toEqual([
      'destructive',
      'description',
      'delete',
    ]);
  });
});

describe('a harmless tool', () => {
  it.each<[string, string, object?]>([
    ['preview_delete', 'Shows what would be deleted.'],
    ['delete_preview', 'Shows what would be deleted.'],
    ['list_deleted_notes', 'Lists notes that were deleted.'],
    ['get_deleted', 'Returns deleted items. Deleted items are kept for 30 days.'],
    ['status', 'Returns the status. Does not delete anything.'],
    ['status', 'Returns the status. It never deletes, drops or purges rows.'],
    ['status', "Returns the status. Doesn't delete rows."],
    ['template', 'Returns text that can be used to create a file.'],
    ['find_files', 'Finds files to move or delete.'],
    ['get_note', 'Gets a note. Use delete_note to delete it.'],
    ['get_note', 'Gets a note. Delete it with `delete_note` when done.'],
    ['check', 'Returns whether the file is deleted.'],
    [
      'scrape',
      'Scrapes a page and removes scripts from the returned HTML.',
      { removeBase64Images: { type: 'boolean' } },
    ],
    ['remove_background', 'Removes the background of a picture and returns the result.'],
    ['dropdown_options', 'Returns the options of a dropdown.'],
    ['killer_whales', 'Returns facts.'],
    ['get_shell_history', 'Returns the history of the shell.'],
    ['explain_sql', 'Explains a query.', { sql: { type: 'string' } }],
    ['format_code', 'Formats code.', { code: { type: 'string' } }],
    ['get_currency', 'Gets a currency.', { code: { type: 'string' } }],
    ['create_component', 'This tool provides documentation on how a component is created.'],
    ['generate_locator', 'Create locator for an element'],
    ['get_cluster', 'Gets a cluster.', { delete_protection: { type: 'boolean' } }],
    ['export_page', 'Renders a page.', { clear_formatting: { type: 'boolean' }, replace_links: { type: 'boolean' } }],
    ['列出已删除笔记', '列出已删除的笔记。'],
    ['状态', '返回状态。不会删除任何数据。'],
    ['削除済みノート一覧', '削除済みのノートを一覧表示します。'],
    ['삭제된_노트_목록', '삭제된 노트를 조회합니다.'],
    ['gelöschte_notizen', 'Gibt gelöschte Notizen zurück.'],
    ['suppression_list', 'Returns the suppression list.'],
    ['table_format', 'Returns the format of a disk image.'],
    ['style', 'Optimizes a style by removing unused layers and returns it.'],
    ['audit', 'Returns the count of rows deleted.'],
    ['tests', 'Runs code analysis and reports what it finds.'],
    ['flight_transfer_info', 'Searches connecting flights.'],
  ])('%s: %s', (name, description, properties = {}) => {
    const tool = { name, description, inputSchema: { type: 'object', properties } };
    expect(claimed(tool)).toMatchObject({ class: 'read', contradictions: [], doubts: [] });
  });
});

describe('a tool that runs code or queries from its arguments', () => {
  const sql = { inputSchema: { type: 'object', properties: { sql: { type: 'string' } } } };
  const query = { name: 'execute_sql', description: 'Runs a read-only SELECT.', ...sql };

  it('gets a doubt rather than a contradiction if a server could restrict queries to reading', () => {
    expect(claimed(query)).toMatchObject({
      class: 'destructive',
      contradictions: [],
      doubts: [{ hint: 'readOnlyHint' }, { hint: 'destructiveHint' }],
      hints: {
        readOnlyHint: { value: false, source: 'inferred' },
        destructiveHint: { value: true, source: 'inferred' },
      },
    });
  });

  it.each([
    ['query', { sql: { type: 'string' } }],
    ['read_query', { query: { type: 'string', description: 'SELECT query to execute' } }],
    ['neo4j', { cypher: { type: 'string' } }],
  ])("%s does not count as read on the server's word alone", (name, properties) => {
    expect(claimed({ name, inputSchema: { type: 'object', properties } }).class).toBe('destructive');
  });

  it.each([
    ['Executes a shell command.', 'program'],
    ['Run a command on this machine', 'program'],
    ['Runs arbitrary Python code.', 'program'],
  ])('is contradicted if its description says that it writes: %s', (description, against) => {
    expect(claimed({ name: 'helper', description }).contradictions).toMatchObject([{ against }]);
  });

  it('counts as read if an override or a proof says so', () => {
    const tool = { ...query, annotations: READ_ONLY };
    for (const by of ['override', 'evidence'] as const) {
      expect(resolve(tool, { [by]: { readOnlyHint: true } })).toMatchObject({ class: 'read', doubts: [] });
    }
  });

  it('gets no doubt if it claims nothing', () => {
    expect(resolve(query)).toMatchObject({ class: 'destructive', doubts: [], contradictions: [] });
  });
});

import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { perform, type Task } from './fixtures/agent.ts';
import { openWorkshop } from './fixtures/workshop.ts';

interface Expected extends Task {
  readonly tool: string;
  readonly variant: string;
  /** Expected text in the answer. */
  readonly says: string;
}

/** Each task builds on the previous ones. */
function tasksIn(folder: string): readonly Expected[] {
  const at = (name: string): string => join(folder, name);
  return [
    {
      question: 'make a new folder',
      facts: { path: at('drafts') },
      tool: 'files__create_directory',
      variant: 'call_tool_write',
      says: 'drafts',
    },
    {
      question: 'save text into a file',
      filters: { server: 'files' },
      facts: { path: at('drafts/letter.txt'), content: 'Dear Ada' },
      tool: 'files__write_file',
      variant: 'call_tool_destructive',
      says: 'letter.txt',
    },
    {
      question: 'show the text of a file',
      filters: { server: 'files', read_only: true },
      facts: { path: at('drafts/letter.txt') },
      tool: 'files__read_text_file',
      variant: 'call_tool_read',
      says: 'Dear Ada',
    },
    {
      question: 'relocate a document to another directory',
      facts: { source: at('drafts/letter.txt'), destination: at('letter.txt') },
      tool: 'files__move_file',
      variant: 'call_tool_destructive',
      says: 'letter.txt',
    },
    {
      question: 'which files are in this folder',
      filters: { server: 'files', read_only: true },
      facts: { path: folder },
      tool: 'files__list_directory',
      variant: 'call_tool_read',
      says: 'plan.txt',
    },
    {
      question: 'remember a new entity in the knowledge graph',
      facts: { entities: [{ name: 'Ada', entityType: 'person', observations: ['writes letters'] }] },
      tool: 'memory__create_entities',
      variant: 'call_tool_write',
      says: 'Ada',
    },
    {
      question: 'find something in the knowledge graph',
      filters: { read_only: true, server: 'memory' },
      facts: { query: 'letters' },
      tool: 'memory__search_nodes',
      variant: 'call_tool_read',
      says: 'writes letters',
    },
    {
      question: 'erase entities from the knowledge graph',
      facts: { entityNames: ['Ada'] },
      tool: 'memory__delete_entities',
      variant: 'call_tool_destructive',
      says: 'deleted',
    },
    {
      question: 'sum of two numbers',
      facts: { a: 17, b: 25 },
      tool: 'everything__get-sum',
      variant: 'call_tool_read',
      says: '42',
    },
    {
      question: 'write a new note',
      facts: { title: 'Groceries', text: 'Tea, milk' },
      tool: 'demo__create_note',
      variant: 'call_tool_write',
      says: 'Groceries',
    },
  ];
}

describe.each(['auto', 'legacy'] as const)('an agent with only the five search-mode tools (%s)', (mode) => {
  it('completes ten tasks on real servers, each with the variant of its class', { timeout: 60_000 }, async () => {
    const { folder, connect, gateway } = await openWorkshop();
    const client = await connect(mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'retrieve_tools',
      'describe_tool',
      'call_tool_read',
      'call_tool_write',
      'call_tool_destructive',
    ]);
    const done: object[] = [];
    const tasks = tasksIn(realpathSync(folder));
    for (const { tool: _tool, variant: _variant, says, ...task } of tasks) {
      const { id, variant, result } = await perform(client, task);
      const text = result.content.map((block) => block.text ?? '').join('\n');
      done.push({ tool: id, variant, isError: result.isError ?? false, says: text.includes(says) ? says : text });
    }
    expect(done).toEqual(tasks.map(({ tool, variant, says }) => ({ tool, variant, isError: false, says })));
    expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('Dear Ada');

    const { body } = await gateway.api('/api/v1/tool-calls?limit=100');
    const { tool_calls: calls } = body as { readonly tool_calls: readonly { mode: string; status: string }[] };
    expect(calls.map(({ mode: how, status }) => `${how} ${status}`)).toEqual(tasks.map(() => 'search ok'));
  });
});

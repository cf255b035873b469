import type { Session, Tool } from '@toolmark/api-contract';
import { expect, it } from 'vitest';
import type { RouteLocationRaw } from 'vue-router';
import { serverEntries, sessionEntry, toolEntry } from './found-entries.ts';

const said: unknown[] = [];
const DOING = {
  go: (to: RouteLocationRaw) => said.push(to),
  restart: (server: string) => said.push(server),
};
/** Only the fields that an entry uses. */
const tool = (facts: Partial<Tool>): Tool =>
  ({
    server: 'notes',
    name: 'delete_note',
    exposed_name: 'notes__delete_note',
    title: 'Delete Note',
    class: 'destructive',
    ...facts,
  }) as Tool;

it('finds a tool by its title, its names and its server', () => {
  const { id, group, title, detail, haystacks } = toolEntry(tool({}), DOING);
  expect([id, group, title, detail]).toEqual(['tool:notes/delete_note', 'Tools', 'Delete Note', 'notes / delete_note']);
  expect(haystacks.map(({ text }) => text)).toEqual([
    'delete note',
    'notes / delete_note',
    'delete_note',
    'notes__delete_note',
  ]);
});

it('makes hidden characters of a title visible', () => {
  const { title, detail } = toolEntry(tool({ title: '\u202eetoN\n<b>', name: `a\u200b${'x'.repeat(500)}` }), DOING);
  expect(title).toBe('⟨U+202E⟩etoN <b>');
  expect(detail).toMatch(/^notes \/ a⟨U\+200B⟩x+…$/);
});

it('opens the tool, the server and the session', () => {
  const session = {
    id: 's1',
    client_name: null,
    client_version: null,
    start_time: '2026-11-15T12:00:00Z',
    tool_call_count: 1,
  } as Session;
  const [server, restart] = serverEntries('a/b', 'ready', DOING);
  const entry = sessionEntry(session, Date.parse('2026-11-15T12:04:00Z'), DOING);
  for (const one of [toolEntry(tool({}), DOING), server, restart, entry]) one?.run();
  expect(said).toEqual([
    { name: 'tool', params: { server: 'notes', tool: 'delete_note' } },
    { name: 'server', params: { name: 'a/b' } },
    'a/b',
    { name: 'session', params: { id: 's1' } },
  ]);
  expect([restart?.title, entry.title, entry.detail]).toEqual([
    'Restart server a/b',
    'Unknown client',
    'started 4m ago, 1 call',
  ]);
});

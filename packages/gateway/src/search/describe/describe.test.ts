import { describe, expect, it } from 'vitest';
import { aServer } from '../../front/rest/fixtures/a-gateway.ts';
import { catalogOf, NOTES_AND_FILES } from '../fixtures/catalog-of.ts';
import { searchIn } from '../fixtures/search-in.ts';
import { describeTool } from './describe.ts';

const CATALOG = catalogOf(NOTES_AND_FILES);
const ASKER = { principal: 'local', client: undefined, mode: 'search' } as const;
const view = searchIn(
  () => CATALOG,
  () => [aServer('notes'), aServer('files', { state: 'failed', reason: 'Gone.' })],
).viewFor(ASKER);

describe('describeTool', () => {
  it('returns the original definition, and the effective hints with their sources', () => {
    expect(describeTool('notes__delete_note', view)).toEqual({
      id: 'notes__delete_note',
      server: 'notes',
      title: 'delete_note',
      class: 'destructive',
      call: 'call_tool_destructive',
      hints: {
        readOnlyHint: { value: false, source: 'declared' },
        destructiveHint: { value: true, source: 'declared' },
        idempotentHint: { value: false, source: 'default' },
        openWorldHint: { value: false, source: 'declared' },
      },
      description: 'Deletes a note for good.',
      input_schema: NOTES_AND_FILES.notes[3].inputSchema,
    });
  });

  it('returns original texts beside curated ones', () => {
    const words = { enabled: true, name: 'purge', title: null, description: 'Better not.' };
    const tool = { ...(CATALOG.toolsByName.get('notes__delete_note') ?? expect.fail()), curation: words };
    const curated = { ...view, catalog: { ...CATALOG, toolsByName: new Map([['notes__purge', tool]]) } };
    expect(describeTool('notes__purge', curated)).toMatchObject({
      description: 'Better not.',
      original: { name: 'delete_note', description: 'Deletes a note for good.' },
    });
  });

  it('returns the reason why the tool cannot be called', () => {
    expect(describeTool('files__delete_file', view)).toMatchObject({
      class: 'destructive',
      error: {
        code: 'away',
        message: "files__delete_file cannot be called while server 'files' is not connected. Gone.",
      },
    });
  });

  it.each([
    ['notes__delete_notes', ['notes__delete_note']],
    ['notes:delete_note', ['notes__delete_note']],
    ['notes/delete_note', ['notes__delete_note']],
    ['delete_note', ['notes__delete_note']],
    ['xyzzy', []],
  ])('suggests similar ids for %s', (id, nearest) => {
    const described = describeTool(id, view);
    expect(described).toMatchObject({ id, error: { code: 'not_found', nearest } });
  });

  it('reports that the server of an unknown tool is not connected, and shortens a long id', () => {
    const described = describeTool(`files__${'x'.repeat(10_000)}`, view);
    expect(described.error?.message).toContain("Server 'files' is not connected (failed).");
    expect(described.error?.message.length).toBeLessThan(300);
  });
});

import type { ModuleContract, Reply } from '../contract.ts';

/** A word that only the note of this contract has. */
const MARK = 'toolmarksemanticcontract';

export const semanticContract: ModuleContract = {
  module: 'semantic',
  begin: async ({ call, name, cleanUp }) => {
    const title = name('note');
    cleanUp(async () => {
      const { results } = await call('nc_notes_search_notes', { query: MARK });
      for (const note of results as readonly Reply[])
        if (note['title'] === title) await call('nc_notes_delete_note', { note_id: note['id'] });
    });
    await call('nc_notes_create_note', { title, content: MARK, category: 'Contract' });
  },
  observe: async ({ call }) => {
    const { results } = await call('nc_notes_search_notes', { query: MARK });
    return Promise.all((results as readonly Reply[]).map(({ id }) => call('nc_notes_get_note', { note_id: id })));
  },
  cases: [
    { tool: 'nc_semantic_search', prepare: async () => ({ query: MARK }) },
    { tool: 'nc_semantic_search_answer', prepare: async () => ({ query: MARK }) },
    { tool: 'nc_get_vector_sync_status', prepare: async () => ({}) },
  ],
};

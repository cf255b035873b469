import type { ContractWorld, ExpectedChanges, ModuleContract, Reply } from '../contract.ts';
import { ownPrefix } from '../own-prefix.ts';

/** A word that only notes of the contract have. */
const MARK = 'toolmarkcontract';

const create = async ({ call, name, cleanUp }: ContractWorld): Promise<Reply> => {
  const note = await call('nc_notes_create_note', {
    title: `${MARK} ${name('note')}`,
    content: 'One',
    category: 'Contract',
  });
  cleanUp(() => call('nc_notes_delete_note', { note_id: note['id'] }));
  return note;
};

/** The notes that the tool under test created. */
async function removeOwn(world: ContractWorld): Promise<void> {
  const { results } = await world.call('nc_notes_search_notes', { query: MARK });
  for (const { id, title } of results as readonly Reply[])
    if (String(title).includes(ownPrefix(world))) await world.call('nc_notes_delete_note', { note_id: id });
}

const onNote =
  (...fields: readonly string[]) =>
  ({ note_id }: Reply): ExpectedChanges => ({ of: [`id ${String(note_id)}`], fields });

export const notesContract: ModuleContract = {
  module: 'notes',
  begin: async (world) => {
    world.cleanUp(() => removeOwn(world));
    await create(world);
  },
  observe: async ({ call }) => {
    const { results } = await call('nc_notes_search_notes', { query: MARK });
    return Promise.all(
      (results as readonly Reply[])
        .toSorted((one, other) => Number(one['id']) - Number(other['id']))
        .map(({ id }) => call('nc_notes_get_note', { note_id: id })),
    );
  },
  cases: [
    {
      tool: 'nc_notes_create_note',
      prepare: async ({ name }) => ({ title: `${MARK} ${name('new')}`, content: 'New', category: '' }),
      changes: ({ title }) => ({ of: [`title ${String(title)}`], fields: ['+'] }),
    },
    {
      tool: 'nc_notes_update_note',
      prepare: async (world) => {
        const { id, etag } = await create(world);
        return { note_id: id, etag, content: 'Two' };
      },
      changes: onNote('content'),
    },
    {
      tool: 'nc_notes_update_note',
      failsWith: 'STALE_ETAG',
      prepare: async (world) => {
        const { id, etag } = await create(world);
        await world.call('nc_notes_update_note', { note_id: id, etag, content: 'Newer' });
        return { note_id: id, etag, content: 'Stale' };
      },
    },
    {
      tool: 'nc_notes_append_content',
      prepare: async (world) => ({ note_id: (await create(world))['id'], content: 'More' }),
      changes: onNote('content'),
    },
    { tool: 'nc_notes_search_notes', prepare: async () => ({ query: MARK }) },
    { tool: 'nc_notes_get_note', prepare: async (world) => ({ note_id: (await create(world))['id'] }) },
    {
      tool: 'nc_notes_get_attachment',
      failsWith: 'NOT_FOUND',
      prepare: async (world) => ({ note_id: (await create(world))['id'], attachment_filename: 'none.png' }),
    },
    {
      tool: 'nc_notes_delete_note',
      prepare: async (world) => ({ note_id: (await create(world))['id'] }),
      changes: onNote('-'),
    },
  ],
};

import { type ContractWorld, type ExpectedChanges, type ModuleContract, NotRun, type Reply } from '../contract.ts';
import { ownPrefix } from '../own-prefix.ts';

interface Target {
  readonly table_id: unknown;
  /** The title of a column that takes any text. */
  readonly column: string;
  readonly columnId: unknown;
}

const targets = new WeakMap<ContractWorld, Target>();

/** No tool creates a table, so the cases add rows to one that exists, and remove those rows at the end. */
async function begin(world: ContractWorld): Promise<void> {
  const { tables } = await world.call('nc_tables_list_tables');
  for (const { id } of tables as readonly Reply[]) {
    const column = await findTextColumn(world, id);
    if (column === undefined) continue;
    targets.set(world, { table_id: id, column: String(column['title']), columnId: column['id'] });
    world.cleanUp(() => removeOwnRows(world));
    await insert(world);
    return;
  }
  throw new NotRun('Create a table with a text column and no other mandatory column; no tool creates one.');
}

async function findTextColumn({ call }: ContractWorld, table_id: unknown): Promise<Reply | undefined> {
  const columns = (await call('nc_tables_get_schema', { table_id }))['columns'] as readonly Reply[];
  const texts = columns.filter(({ type, subtype }) => type === 'text' && subtype === 'line');
  const column = texts.find(({ mandatory }) => mandatory === true) ?? texts[0];
  const hasOtherMandatory = columns.some((each) => each !== column && each['mandatory'] === true);
  return column === undefined || hasOtherMandatory ? undefined : column;
}

function sampleTableOf(world: ContractWorld): Target {
  const target = targets.get(world);
  if (target === undefined) throw new Error('The tables contract has not been set up.');
  return target;
}

const newRow = (world: ContractWorld) => {
  const { table_id, column } = sampleTableOf(world);
  return { table_id, data: { [column]: world.name('row') } };
};

const insert = async (world: ContractWorld): Promise<{ readonly row_id: unknown }> => ({
  row_id: (await world.call('nc_tables_insert_row', newRow(world)))['id'],
});

async function removeOwnRows(world: ContractWorld): Promise<void> {
  const { rows } = await world.call('nc_tables_read_table', { table_id: sampleTableOf(world).table_id });
  for (const { id, data } of rows as readonly Reply[])
    if (JSON.stringify(data).includes(ownPrefix(world))) await world.call('nc_tables_delete_row', { row_id: id });
}

const onRow =
  (...fields: readonly string[]) =>
  ({ row_id }: Reply): ExpectedChanges => ({ of: [`id ${String(row_id)}`], fields });

export const tablesContract: ModuleContract = {
  module: 'tables',
  begin,
  observe: async ({ call }) => {
    const { tables } = await call('nc_tables_list_tables');
    return Promise.all(
      (tables as readonly Reply[]).map(async (table) => ({
        ...table,
        schema: await call('nc_tables_get_schema', { table_id: table['id'] }),
        ...(await call('nc_tables_read_table', { table_id: table['id'] })),
      })),
    );
  },
  cases: [
    { tool: 'nc_tables_list_tables', prepare: async () => ({}) },
    { tool: 'nc_tables_get_schema', prepare: async (world) => ({ table_id: sampleTableOf(world).table_id }) },
    { tool: 'nc_tables_read_table', prepare: async (world) => ({ table_id: sampleTableOf(world).table_id, limit: 1 }) },
    {
      tool: 'nc_tables_insert_row',
      prepare: async (world) => newRow(world),
      changes: ({ table_id }) => ({ of: [`id ${String(table_id)}`], fields: ['+'] }),
    },
    {
      tool: 'nc_tables_insert_row',
      failsWith: 'INVALID_ARGUMENT',
      prepare: async (world) => ({ ...newRow(world), data: { [world.name('no column')]: 'value' } }),
    },
    {
      tool: 'nc_tables_update_row',
      prepare: async (world) => ({ ...(await insert(world)), data: newRow(world).data }),
      changes: (args, world) => onRow(String(sampleTableOf(world).columnId))(args),
    },
    {
      tool: 'nc_tables_update_row',
      failsWith: 'NOT_FOUND',
      prepare: async (world) => {
        const row = await insert(world);
        await world.call('nc_tables_delete_row', row);
        return { ...row, data: newRow(world).data };
      },
    },
    { tool: 'nc_tables_delete_row', prepare: insert, changes: onRow('-') },
  ],
};

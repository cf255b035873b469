import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, READ, UPDATE } from '../../tools/hints.ts';
import { removeOnce } from '../../tools/remove-once.ts';
import type { RawRow } from './raw.ts';
import { resolveCells } from './resolve-cells.ts';
import { createTablesApi } from './tables-api.ts';

const table_id = z.int().min(1).describe('Table id');
const row_id = z.int().min(1).describe('Row id');
const data = z.record(z.string(), z.unknown()).describe('Values by column id or column title');

const Row = z.object({
  id: z.number(),
  data: z.record(z.string(), z.unknown()).describe('Values by column id'),
  createdBy: z.string().nullable(),
  lastEditAt: z.string().nullable(),
});

const toRow = ({ id, data, createdBy, lastEditAt }: RawRow): z.output<typeof Row> => ({
  id,
  data: Object.fromEntries(data.map(({ columnId, value }) => [String(columnId), value])),
  createdBy: createdBy ?? null,
  lastEditAt: lastEditAt ?? null,
});

export const listTables = defineTool({
  name: 'nc_tables_list_tables',
  title: 'List Tables',
  description: 'Lists the tables you own or that are shared with you.',
  hints: READ,
  scopes: ['tables:read'],
  output: z.object({
    tables: z
      .array(
        z.object({
          id: z.number(),
          title: z.string(),
          owner: z.string(),
          description: z.string(),
          rowsCount: z.number(),
          columnsCount: z.number(),
        }),
      )
      .readonly(),
    total_count: z.number(),
  }),
  run: async (_, { nextcloud, signal }) => {
    const tables = await createTablesApi(nextcloud, signal).tables();
    return {
      tables: tables.map(({ id, title, ownership, description, rowsCount, columnsCount }) => ({
        id,
        title,
        owner: ownership,
        description: description ?? '',
        rowsCount: rowsCount ?? 0,
        columnsCount: columnsCount ?? 0,
      })),
      total_count: tables.length,
    };
  },
});

export const getSchema = defineTool({
  name: 'nc_tables_get_schema',
  title: 'Get Table Schema',
  description: 'Reads the columns and views of a table.',
  hints: READ,
  scopes: ['tables:read'],
  input: z.object({ table_id }),
  output: z.object({
    title: z.string(),
    description: z.string(),
    columns: z
      .array(
        z.object({
          id: z.number(),
          title: z.string(),
          type: z.string(),
          subtype: z.string(),
          mandatory: z.boolean(),
          description: z.string(),
          options: z
            .array(z.object({ id: z.number(), label: z.string() }))
            .readonly()
            .optional(),
        }),
      )
      .readonly(),
    views: z.array(z.object({ id: z.number(), title: z.string() })).readonly(),
  }),
  run: async ({ table_id }, { nextcloud, signal }) => {
    const { title, description, columns, views } = await createTablesApi(nextcloud, signal).scheme(table_id);
    return {
      title,
      description: description ?? '',
      columns: columns.map(({ id, title, type, subtype, mandatory, description, selectionOptions }) => ({
        id,
        title,
        type,
        subtype: subtype ?? '',
        mandatory: mandatory ?? false,
        description: description ?? '',
        ...(type === 'selection' && { options: selectionOptions ?? [] }),
      })),
      views: views ?? [],
    };
  },
});

export const readTable = defineTool({
  name: 'nc_tables_read_table',
  title: 'Read Table Rows',
  description: 'Reads rows of a table. nc_tables_get_schema gives the titles of the columns.',
  hints: READ,
  scopes: ['tables:read'],
  input: z.object({
    table_id,
    limit: z.int().min(1).nullable().optional().describe('At most so many rows; all by default'),
    offset: z.int().min(0).nullable().optional().describe('Rows to skip'),
  }),
  output: z.object({
    rows: z.array(Row).readonly(),
    count: z.number(),
    next_offset: z.number().nullable().describe('Where to go on; null at the end'),
  }),
  run: async ({ table_id, limit, offset }, { nextcloud, signal }) => {
    // Read one row more than requested to find out whether there are more.
    const more = limit == null ? undefined : limit + 1;
    const read = await createTablesApi(nextcloud, signal).rows(table_id, more, offset ?? undefined);
    const rows = read.slice(0, limit ?? undefined).map(toRow);
    return { rows, count: rows.length, next_offset: read.length > rows.length ? (offset ?? 0) + rows.length : null };
  },
});

export const insertRow = defineTool({
  name: 'nc_tables_insert_row',
  title: 'Insert Table Row',
  description: 'Adds a row to a table.',
  hints: CREATE,
  scopes: ['tables:write'],
  input: z.object({ table_id, data }),
  output: Row,
  run: async ({ table_id, data }, { nextcloud, signal }) => {
    const tables = createTablesApi(nextcloud, signal);
    const { columns } = await tables.scheme(table_id);
    return toRow(await tables.insertRow(table_id, resolveCells(columns, data)));
  },
});

export const updateRow = defineTool({
  name: 'nc_tables_update_row',
  title: 'Update Table Row',
  description: 'Changes values of a row; columns that are left out stay.',
  hints: UPDATE,
  scopes: ['tables:write'],
  input: z.object({ row_id, data }),
  output: Row,
  run: async ({ row_id, data }, { nextcloud, signal }) => {
    const tables = createTablesApi(nextcloud, signal);
    const row = await tables.findRow(row_id);
    if (row === undefined)
      throw new NextcloudError('NOT_FOUND', `There is no row ${row_id}. List rows with nc_tables_read_table.`);
    const { columns } = await tables.scheme(row.tableId);
    return toRow(await tables.updateRow(row_id, resolveCells(columns, data)));
  },
});

export const deleteRow = defineTool({
  name: 'nc_tables_delete_row',
  title: 'Delete Table Row',
  description: 'Deletes a row.',
  hints: DELETE,
  scopes: ['tables:write'],
  input: z.object({ row_id }),
  output: Deleted,
  run: async ({ row_id }, { nextcloud, signal }) => {
    const tables = createTablesApi(nextcloud, signal);
    const wasThere = await removeOnce(
      [404, 500],
      () => tables.removeRow(row_id),
      async () => (await tables.findRow(row_id)) !== undefined,
    );
    return toDeleted(`row ${row_id}`, wasThere);
  },
});

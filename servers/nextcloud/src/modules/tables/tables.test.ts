import { describe, expect, it } from 'vitest';
import { type Connected, connect, USERS } from '../../fixtures/connect.ts';

describe('tables', () => {
  it('are listed with their columns and rows', async () => {
    await using nextcloud = await connect({ modules: ['tables'], hasSamples: true });
    const { call } = nextcloud;
    const { table_id, title, year } = await sample(nextcloud);
    expect(await call('nc_tables_list_tables')).toEqual({
      tables: [{ id: table_id, title: 'Books', owner: 'ada', description: '', rowsCount: 3, columnsCount: 2 }],
      total_count: 1,
    });
    expect(await call('nc_tables_get_schema', { table_id })).toEqual({
      title: 'Books',
      description: '',
      columns: [
        { id: title, title: 'Title', type: 'text', subtype: 'line', mandatory: true, description: '' },
        { id: year, title: 'Year', type: 'number', subtype: '', mandatory: false, description: '' },
      ],
      views: [],
    });
  });

  it.each([
    [{}, [1969, 1974, 1968], null],
    [{ limit: 2 }, [1969, 1974], 2],
    [{ limit: 2, offset: 2 }, [1968], null],
    [{ limit: 1, offset: 1 }, [1974], 2],
    [{ limit: 3, offset: null }, [1969, 1974, 1968], null],
    [{ offset: 9 }, [], null],
  ])('are read with %j', async (range, years, next_offset) => {
    await using nextcloud = await connect({ modules: ['tables'], hasSamples: true });
    const { table_id, year } = await sample(nextcloud);
    expect(await nextcloud.call('nc_tables_read_table', { table_id, ...range })).toEqual({
      rows: years.map((value) => expect.objectContaining({ data: expect.objectContaining({ [String(year)]: value }) })),
      count: years.length,
      next_offset,
    });
  });

  it('take values by column id or title, and keep omitted values on update', async () => {
    await using nextcloud = await connect({ modules: ['tables'], hasSamples: true });
    const { call } = nextcloud;
    const { table_id, title, year } = await sample(nextcloud);
    const data = { Title: 'The Telling', [String(year)]: 2000 };
    const row = (await call('nc_tables_insert_row', { table_id, data })) as { id: number };
    expect(row).toMatchObject({ data: { [String(title)]: 'The Telling', [String(year)]: 2000 } });
    expect(await call('nc_tables_update_row', { row_id: row.id, data: { Year: 2001 } })).toMatchObject({
      data: { [String(title)]: 'The Telling', [String(year)]: 2001 },
    });
    expect(await call('nc_tables_delete_row', { row_id: row.id })).toMatchObject({ deleted: true });
    expect(await call('nc_tables_delete_row', { row_id: row.id })).toMatchObject({ deleted: false });
    expect(await call('nc_tables_update_row', { row_id: row.id, data: { Year: 1 } })).toMatchObject({
      failed: { code: 'NOT_FOUND' },
    });
  });

  it.each([
    [{ Author: 'Le Guin' }, /no column 'Author'.*\(Title\)/],
    [{ 99999: 'x' }, /no column '99999'/],
    [{}, /at least one column/],
  ])('refuse the row %j before anything is sent', async (data, message) => {
    await using nextcloud = await connect({ modules: ['tables'], hasSamples: true });
    const { call, emulator } = nextcloud;
    const { table_id, row_id } = await sample(nextcloud);
    const before = emulator.snapshot();
    const failed = { code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) };
    expect(await call('nc_tables_insert_row', { table_id, data })).toMatchObject({ failed });
    expect(await call('nc_tables_update_row', { row_id, data })).toMatchObject({ failed });
    expect(emulator.snapshot()).toEqual(before);
  });

  it('refuse a column that is given by id and by title', async () => {
    await using nextcloud = await connect({ modules: ['tables'], hasSamples: true });
    const { table_id, year } = await sample(nextcloud);
    const data = { Year: 1, [String(year)]: 2 };
    expect(await nextcloud.call('nc_tables_insert_row', { table_id, data })).toMatchObject({
      failed: { code: 'INVALID_ARGUMENT', message: expect.stringContaining('given twice') },
    });
  });

  it("report another user's row as forbidden, not as gone", async () => {
    await using nextcloud = await connect({ modules: ['tables'], hasSamples: true });
    const row_id = await rowOfBob(nextcloud);
    const before = nextcloud.emulator.snapshot();
    expect(await nextcloud.call('nc_tables_delete_row', { row_id })).toMatchObject({ failed: { code: 'NOT_ALLOWED' } });
    expect(nextcloud.emulator.snapshot()).toEqual(before);
  });

  it.each([
    ['nc_tables_get_schema', { table_id: 99_999 }, 'NOT_FOUND'],
    ['nc_tables_read_table', { table_id: 99_999 }, 'NOT_FOUND'],
    ['nc_tables_read_table', { table_id: 1, limit: 0 }, 'INVALID_INPUT'],
    ['nc_tables_insert_row', { table_id: 1, data: [1] }, 'INVALID_INPUT'],
  ])('%s refuses %j with %s', async (tool, args, code) => {
    await using nextcloud = await connect({ modules: ['tables'] });
    expect(await nextcloud.call(tool, args)).toMatchObject({ failed: { code } });
  });
});

async function sample({ call }: Connected) {
  const { tables } = (await call('nc_tables_list_tables')) as { tables: readonly { id: number }[] };
  const table_id = tables[0]?.id ?? 0;
  const { columns } = (await call('nc_tables_get_schema', { table_id })) as { columns: readonly { id: number }[] };
  const { rows } = (await call('nc_tables_read_table', { table_id })) as { rows: readonly { id: number }[] };
  return { table_id, title: columns[0]?.id ?? 0, year: columns[1]?.id ?? 0, row_id: rows[0]?.id ?? 0 };
}

async function rowOfBob({ emulator }: Connected): Promise<number> {
  const headers = {
    authorization: `Basic ${Buffer.from(`bob:${USERS.bob.password}`).toString('base64')}`,
    'ocs-apirequest': 'true',
  };
  const tables = await fetch(`${emulator.url}/ocs/v2.php/apps/tables/api/2/tables`, { headers });
  const { ocs } = (await tables.json()) as { ocs: { data: readonly { id: number }[] } };
  const rows = await fetch(`${emulator.url}/apps/tables/api/1/tables/${ocs.data[0]?.id}/rows`, { headers });
  return ((await rows.json()) as readonly { id: number }[])[0]?.id ?? 0;
}

import {
  after,
  done,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  json,
  ocs,
  type World,
} from '../app.ts';
import { type Column, type Row, type Table, timeOf, toColumn, toRow, toTable } from './to-wire.ts';

/** The Tables app: tables, columns and new rows in version 2 of its API (OCS), the rest in version 1. */
export function createTablesApp(world: World): EmulatorApp {
  const tables = new Map<number, Table>();
  const add = (owner: string, title: string, emoji: string): Table => {
    const createdAt = timeOf(world);
    const table: Table = { id: world.nextId(), owner, title, emoji, createdAt, columns: [], rows: new Map() };
    tables.set(table.id, table);
    return table;
  };
  if (world.hasSamples) for (const user of world.users.keys()) fillSample(world, add(user, 'Books', '📚'));

  const ownTable = (id: unknown, user: string): Table | undefined => {
    const table = tables.get(Number(id));
    return table?.owner === user ? table : undefined;
  };
  const handleV2 = (request: EmulatorRequest, [kind, id, part]: readonly string[]): EmulatorReply => {
    const { method, user } = request;
    const fields = fieldsOf(request);
    if (kind === 'columns' && method === 'POST') {
      const table = ownTable(fields['baseNodeId'], user);
      if (table === undefined) return missing(request);
      const column = newColumn(world, String(id), fields);
      table.columns.push(column);
      return ocs(toColumn(world, table, column, 'new'));
    }
    if (kind !== 'tables') return ocs([], 404, 'Invalid query');
    if (id === undefined) {
      if (method === 'POST')
        return ocs(toTable(world, add(user, String(fields['title'] ?? ''), String(fields['emoji'] ?? ''))));
      return ocs([...tables.values()].filter(({ owner }) => owner === user).map((table) => toTable(world, table)));
    }
    const table = ownTable(id, user);
    if (table === undefined) return missing(request);
    if (part === undefined && method === 'DELETE') {
      tables.delete(table.id);
      table.rows.clear();
      table.columns.length = 0;
      // Tables fills in the owner's display name except for a deleted table.
      return ocs({ ...toTable(world, table), ownerDisplayName: '' });
    }
    if (part !== 'rows' || method !== 'POST') return ocs([], 405, 'Method not allowed');
    const now = timeOf(world);
    const row: Row = { id: world.nextId(), createdBy: user, createdAt: now, lastEditAt: now, cells: new Map() };
    if (!fill(table, row, fields['data'])) return ocs([], 500, 'Internal Server Error');
    table.rows.set(row.id, row);
    return ocs(toRow(table.id, row, 'new'));
  };
  const handleTable = ({ user, query }: EmulatorRequest, id: string | undefined, part: string | undefined) => {
    const table = ownTable(id, user);
    if (table === undefined) return done(404);
    if (part === 'scheme') {
      // Tables fails to return the scheme of a table without an emoji.
      if (table.emoji === '') return { status: 500 };
      const columns = table.columns.map((column) => toColumn(world, table, column, 'read'));
      const { title, emoji } = table;
      return json({ title, emoji, columns, views: [], description: '', tablesVersion: '1.0.2' });
    }
    if (part !== 'rows') return { status: 404 };
    const from = Number(query.get('offset') ?? 0);
    const to = query.has('limit') ? from + Number(query.get('limit')) : undefined;
    return json([...table.rows.values()].slice(from, to).map((row) => toRow(table.id, row, 'read')));
  };
  const handleRow = (request: EmulatorRequest, id: number): EmulatorReply => {
    const { method, user } = request;
    const table = [...tables.values()].find(({ rows }) => rows.has(id));
    const row = table?.rows.get(id);
    if (table === undefined || row === undefined) return noSuchRow(method);
    if (table.owner !== user) return json({ message: `User ${user} has no permission for row ${id}.` }, 403);
    if (method === 'PUT') {
      if (!fill(table, row, fieldsOf(request)['data'])) return json({ message: 'Column does not exist' }, 500);
      row.lastEditAt = timeOf(world);
    } else if (method === 'DELETE') table.rows.delete(id);
    return json(toRow(table.id, row, 'read'));
  };
  return {
    name: 'tables',
    snapshot: () =>
      [...tables.values()].map(({ id, owner, title, columns, rows }) => ({
        id,
        owner,
        title,
        columns: columns.map(({ id, title, type }) => ({ id, title, type })),
        rows: [...rows.values()].map((row) => ({ id: row.id, cells: Object.fromEntries(row.cells) })),
      })),
    handle: (request) => {
      const v2 = after(request.path, 'ocs', 'v2.php', 'apps', 'tables', 'api', '2');
      if (v2 !== undefined) return handleV2(request, v2);
      const v1 = after(request.path, 'apps', 'tables', 'api', '1');
      if (v1 === undefined) return undefined;
      const [kind, id, part] = v1;
      if (kind === 'tables' && request.method === 'GET') return handleTable(request, id, part);
      return kind === 'rows' && id !== undefined ? handleRow(request, Number(id)) : { status: 404 };
    },
  };
}

const missing = ({ path }: EmulatorRequest): EmulatorReply => ocs({ message: `Not found: ${path.join('/')}` }, 404);

const noSuchRow = (method: string): EmulatorReply =>
  json(
    {
      message: `OCA\\Tables\\Service\\RowService - ${method === 'DELETE' ? 'delete: OCA\\Tables\\Service\\RowService - ' : ''}getRowById: Did expect one result but found none when executing: query "SELECT * FROM \`*PREFIX*tables_row_sleeves\` WHERE \`id\` = :dcValue1"; `,
    },
    500,
  );

/** `false` for a column that the table does not have. */
function fill(table: Table, row: Row, data: unknown): boolean {
  const cells = Object.entries(typeof data === 'object' && data !== null ? data : {});
  if (cells.some(([id]) => !table.columns.some((column) => column.id === Number(id)))) return false;
  for (const [id, value] of cells) row.cells.set(Number(id), value);
  return true;
}

const newColumn = (world: World, type: string, fields: Readonly<Record<string, unknown>>): Column => ({
  id: world.nextId(),
  title: String(fields['title'] ?? ''),
  type,
  subtype: String(fields['subtype'] ?? ''),
  mandatory: fields['mandatory'] === true,
  createdAt: timeOf(world),
  selectionOptions: [],
});

function fillSample(world: World, table: Table): void {
  const [title, year] = [
    newColumn(world, 'text', { title: 'Title', subtype: 'line', mandatory: true }),
    newColumn(world, 'number', { title: 'Year' }),
  ];
  table.columns.push(title, year);
  const now = timeOf(world);
  for (const [name, published] of [
    ['The Left Hand of Darkness', 1969],
    ['The Dispossessed', 1974],
    ['A Wizard of Earthsea', 1968],
  ] as const) {
    const cells = new Map<number, unknown>([
      [title.id, name],
      [year.id, published],
    ]);
    const id = world.nextId();
    table.rows.set(id, { id, createdBy: table.owner, createdAt: now, lastEditAt: now, cells });
  }
}

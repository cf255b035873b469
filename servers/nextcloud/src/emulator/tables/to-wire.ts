import type { World } from '../app.ts';

export interface Table {
  readonly id: number;
  readonly owner: string;
  readonly title: string;
  readonly emoji: string;
  readonly createdAt: string;
  readonly columns: Column[];
  readonly rows: Map<number, Row>;
}

export interface Column {
  readonly id: number;
  readonly title: string;
  readonly type: string;
  readonly subtype: string;
  readonly mandatory: boolean;
  readonly createdAt: string;
  readonly selectionOptions: readonly { readonly id: number; readonly label: string }[];
}

export interface Row {
  readonly id: number;
  readonly createdBy: string;
  readonly createdAt: string;
  lastEditAt: string;
  readonly cells: Map<number, unknown>;
}

/** A time as Tables writes it: `2026-11-15 19:05:51`. */
export const timeOf = ({ now }: World): string => now().toISOString().slice(0, 19).replace('T', ' ');

export const toTable = ({ users }: World, table: Table): object => ({
  id: table.id,
  title: table.title,
  emoji: table.emoji,
  ownership: table.owner,
  ownerDisplayName: users.get(table.owner)?.displayName ?? table.owner,
  createdBy: table.owner,
  createdAt: table.createdAt,
  lastEditBy: table.owner,
  lastEditAt: table.createdAt,
  archived: false,
  isShared: false,
  favorite: false,
  onSharePermissions: null,
  hasShares: false,
  rowsCount: table.rows.size,
  columnsCount: table.columns.length,
  views: [],
  description: '',
});

/** The answer to a creation lacks defaults that a later read returns. */
export function toColumn(
  { users }: World,
  { id: tableId, owner }: Table,
  column: Column,
  form: 'new' | 'read',
): object {
  const by = users.get(owner)?.displayName ?? owner;
  const unset = form === 'new' ? null : false;
  return {
    id: column.id,
    tableId,
    title: column.title,
    createdBy: owner,
    createdByDisplayName: by,
    createdAt: column.createdAt,
    lastEditBy: owner,
    lastEditByDisplayName: by,
    lastEditAt: column.createdAt,
    viewColumnInformation: null,
    type: column.type,
    subtype: column.subtype,
    mandatory: column.mandatory,
    description: '',
    numberDefault: null,
    numberMin: null,
    numberMax: null,
    numberDecimals: form === 'new' ? null : 0,
    numberPrefix: '',
    numberSuffix: '',
    textDefault: null,
    textAllowedPattern: null,
    textMaxLength: null,
    textUnique: false,
    selectionOptions: column.selectionOptions,
    selectionDefault: null,
    datetimeDefault: null,
    usergroupDefault: [],
    usergroupMultipleItems: unset,
    usergroupSelectUsers: unset,
    usergroupSelectGroups: unset,
    usergroupSelectTeams: unset,
    showUserStatus: unset,
    customSettings: {},
  };
}

/** The answer to an insert leaves times and users out. */
export const toRow = (tableId: number, row: Row, form: 'new' | 'read'): object => ({
  id: row.id,
  tableId,
  createdBy: form === 'new' ? null : row.createdBy,
  createdAt: form === 'new' ? null : row.createdAt,
  lastEditBy: form === 'new' ? null : row.createdBy,
  lastEditAt: form === 'new' ? null : row.lastEditAt,
  data: [...row.cells].map(([columnId, value]) => ({ columnId, value })),
});

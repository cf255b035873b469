import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { RawRow, RawScheme, RawTable } from './raw.ts';

/** The values of a row by the ids of their columns. */
export type Cells = Readonly<Record<string, unknown>>;

const V1 = ['index.php', 'apps', 'tables', 'api', '1'];
const V2 = ['ocs', 'v2.php', 'apps', 'tables', 'api', '2'];

/** A client for the Tables app. Each of its two API versions offers only a part of the needed endpoints. */
export function createTablesApi(nextcloud: Nextcloud, signal: AbortSignal): TablesApi {
  const atTable = (base: readonly string[], id: number, part: string) => ({
    path: [...base, 'tables', String(id), part],
    what: `table ${id}`,
    signal,
  });
  const atRow = (id: number) => ({ path: [...V1, 'rows', String(id)], what: `row ${id}`, signal });
  return {
    tables: () =>
      nextcloud.ocs(z.array(RawTable), { method: 'GET', path: [...V2, 'tables'], what: 'your tables', signal }),
    scheme: (tableId) => nextcloud.json(RawScheme, { ...atTable(V1, tableId, 'scheme'), method: 'GET' }),
    rows: (tableId, limit, offset) =>
      nextcloud.json(z.array(RawRow), { ...atTable(V1, tableId, 'rows'), method: 'GET', query: { limit, offset } }),
    findRow: async (id) => {
      try {
        return await nextcloud.json(RawRow, { ...atRow(id), method: 'GET' });
      } catch (error) {
        if (error instanceof NextcloudError && isMissing(error)) return undefined;
        throw error;
      }
    },
    insertRow: (tableId, data) =>
      nextcloud.ocs(RawRow, { ...atTable(V2, tableId, 'rows'), method: 'POST', json: { data } }),
    updateRow: (id, data) => nextcloud.json(RawRow, { ...atRow(id), method: 'PUT', json: { data } }),
    removeRow: async (id) => {
      await nextcloud.request({ ...atRow(id), method: 'DELETE' });
    },
  };
}

export interface TablesApi {
  readonly tables: () => Promise<readonly RawTable[]>;
  readonly scheme: (tableId: number) => Promise<RawScheme>;
  readonly rows: (tableId: number, limit: number | undefined, offset: number | undefined) => Promise<readonly RawRow[]>;
  /** `undefined` if there is none. */
  readonly findRow: (id: number) => Promise<RawRow | undefined>;
  readonly insertRow: (tableId: number, data: Cells) => Promise<RawRow>;
  /** Omitted cells keep their values. */
  readonly updateRow: (id: number, data: Cells) => Promise<RawRow>;
  readonly removeRow: (id: number) => Promise<void>;
}

/** Tables reports a row that does not exist as an internal error, with the sentence of its database layer. */
const isMissing = ({ status, message }: NextcloudError): boolean =>
  status === 404 || (status === 500 && message.includes('Did expect one result but found none'));

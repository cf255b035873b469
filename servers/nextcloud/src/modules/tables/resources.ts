import { type ResourceSpec, toId } from '../../resources/define-resource.ts';
import { createTablesApi } from './tables-api.ts';

export const tableResources: readonly ResourceSpec[] = [
  {
    name: 'table',
    uri: 'nc://Tables/{table_id}',
    title: 'Table',
    description: 'A table with its columns.',
    scopes: ['tables:read'],
    complete: {
      table_id: async (nextcloud, signal) =>
        (await createTablesApi(nextcloud, signal).tables()).map(({ id }) => String(id)),
    },
    read: ({ table_id }, { nextcloud, signal }) => createTablesApi(nextcloud, signal).scheme(toId(table_id)),
  },
];

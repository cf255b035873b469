import type { ContractWorld, ExpectedChanges, ModuleContract, Reply, ToolCase } from '../contract.ts';
import { createFile, createOwnFolder, folderOf, newPath, readTree } from '../own-folder.ts';

async function createFolder(world: ContractWorld): Promise<string> {
  const path = newPath(world, 'folder');
  await world.call('nc_webdav_create_directory', { path });
  await world.call('nc_webdav_write_file', { path: `${path}/inside.txt`, content: 'Inside\n' });
  return path;
}

const at = (path: unknown): string => `path ${String(path)}`;

const onPath =
  (...fields: readonly string[]) =>
  ({ path }: Reply): ExpectedChanges => ({ of: [at(path)], fields, mayChange: ['size'] });

const reading: readonly ToolCase[] = [
  { tool: 'nc_webdav_list_directory', prepare: async (world) => ({ path: folderOf(world) }) },
  {
    tool: 'nc_webdav_list_directory',
    failsWith: 'NOT_FOUND',
    prepare: async (world) => ({ path: newPath(world, 'missing') }),
  },
  { tool: 'nc_webdav_read_file', prepare: async (world) => ({ path: await createFile(world) }) },
  { tool: 'nc_webdav_read_file', prepare: async (world) => ({ path: await createFile(world), offset: 1, length: 2 }) },
  {
    tool: 'nc_webdav_search_files',
    prepare: async (world) => ({ scope: folderOf(world), name_pattern: '%.txt', mime_type: 'text/%' }),
  },
  { tool: 'nc_webdav_find_by_name', prepare: async (world) => ({ scope: folderOf(world), pattern: '%file%' }) },
  { tool: 'nc_webdav_find_by_type', prepare: async (world) => ({ scope: folderOf(world), mime_type: 'text' }) },
  { tool: 'nc_webdav_list_favorites', prepare: async (world) => ({ scope: folderOf(world) }) },
];

const writing: readonly ToolCase[] = [
  {
    tool: 'nc_webdav_write_file',
    prepare: async (world) => ({ path: `${newPath(world, 'new')}.md`, content: '# New\n' }),
    changes: onPath('+'),
  },
  {
    tool: 'nc_webdav_write_file',
    prepare: async (world) => ({ path: await createFile(world), content: 'Two\n' }),
    changes: onPath('content'),
  },
  {
    // Nextcloud answers 404 where the folder is missing.
    tool: 'nc_webdav_write_file',
    failsWith: 'NOT_FOUND',
    prepare: async (world) => ({ path: `${newPath(world, 'missing')}/a.txt`, content: 'One\n' }),
  },
  {
    tool: 'nc_webdav_create_directory',
    prepare: async (world) => ({ path: newPath(world, 'new') }),
    changes: onPath('+'),
  },
  {
    tool: 'nc_webdav_create_directory',
    prepare: async (world) => ({ path: await createFolder(world) }),
    changes: onPath(),
  },
  {
    tool: 'nc_webdav_create_directory',
    failsWith: 'CONFLICT',
    prepare: async (world) => ({ path: `${newPath(world, 'missing')}/new` }),
  },
  {
    tool: 'nc_webdav_delete_resource',
    prepare: async (world) => ({ path: await createFile(world) }),
    changes: onPath('-'),
  },
  {
    tool: 'nc_webdav_delete_resource',
    prepare: async (world) => ({ path: await createFolder(world) }),
    changes: ({ path }) => ({ of: [at(path), at(`${String(path)}/inside.txt`)], fields: ['-'] }),
  },
];

/** The cases of moving and copying, which take the same arguments. */
const transfers = (tool: string, sourceFields: readonly string[]): readonly ToolCase[] => [
  {
    tool,
    prepare: async (world) => ({ source_path: await createFile(world), destination_path: newPath(world, 'target') }),
    changes: (args) => ({
      of: [at(args['source_path']), at(args['destination_path'])],
      fields: [...sourceFields, '+'],
    }),
  },
  {
    tool,
    prepare: async (world) => ({ source_path: await createFolder(world), destination_path: newPath(world, 'target') }),
    changes: ({ source_path, destination_path }) => ({
      of: [source_path, destination_path].flatMap((path) => [at(path), at(`${String(path)}/inside.txt`)]),
      fields: [...sourceFields, '+'],
    }),
  },
  {
    tool,
    prepare: async (world) => ({
      source_path: await createFile(world, 'New\n'),
      destination_path: await createFile(world),
      overwrite: true,
    }),
    changes: (args) => ({
      of: [at(args['source_path']), at(args['destination_path'])],
      fields: [...sourceFields, 'content'],
      mayChange: ['file_id', 'size'],
    }),
  },
  {
    tool,
    failsWith: 'CONFLICT',
    prepare: async (world) => ({ source_path: await createFile(world), destination_path: await createFile(world) }),
  },
  {
    tool,
    failsWith: 'NOT_FOUND',
    prepare: async (world) => ({
      source_path: newPath(world, 'missing'),
      destination_path: newPath(world, 'target'),
    }),
  },
];

export const webdavContract: ModuleContract = {
  module: 'webdav',
  begin: async (world) => {
    await createOwnFolder(world);
    await createFile(world);
    await createFolder(world);
  },
  observe: async (world) => ({
    files: await readTree(world, folderOf(world)),
    // Names only: other programs may write in the folders of the account during the run.
    root: ((await world.call('nc_webdav_list_directory', { path: '' }))['files'] as readonly Reply[]).map(
      ({ path, is_directory }) => ({ path, is_directory }),
    ),
  }),
  cases: [
    ...reading,
    ...writing,
    ...transfers('nc_webdav_move_resource', ['-']),
    ...transfers('nc_webdav_copy_resource', []),
  ],
};

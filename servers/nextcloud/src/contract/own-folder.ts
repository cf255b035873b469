import type { ContractWorld, Reply } from './contract.ts';

const folders = new WeakMap<ContractWorld, string>();

/** Creates the folder that holds every file of this run; it is deleted at the end. */
export async function createOwnFolder(world: ContractWorld): Promise<string> {
  const folder = `/${world.name('files')}`;
  world.cleanUp(() => world.call('nc_webdav_delete_resource', { path: folder }));
  await world.call('nc_webdav_create_directory', { path: folder });
  folders.set(world, folder);
  return folder;
}

export function folderOf(world: ContractWorld): string {
  const folder = folders.get(world);
  if (folder === undefined) throw new Error('The files contract has not been set up.');
  return folder;
}

/** An unused path in the folder of this run. */
export const newPath = (world: ContractWorld, what: string): string => `${folderOf(world)}/${world.name(what)}`;

export async function createFile(world: ContractWorld, content = 'One\n'): Promise<string> {
  const path = `${newPath(world, 'file')}.txt`;
  await world.call('nc_webdav_write_file', { path, content });
  return path;
}

/** Everything in a folder, with the content of its files. */
export async function readTree(world: Pick<ContractWorld, 'call'>, path: string): Promise<readonly Reply[]> {
  const listed = await world.call('nc_webdav_list_directory', { path });
  const files = listed['files'] as readonly Reply[];
  const found: Reply[] = [];
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const read = files.slice(from, from + AT_ONCE).map((file) => readEntry(world, file));
    found.push(...(await Promise.all(read)).flat());
  }
  return found;
}

/** With more concurrent requests, a slow Nextcloud would let some of them time out. */
const AT_ONCE = 4;

async function readEntry(world: Pick<ContractWorld, 'call'>, file: Reply): Promise<readonly Reply[]> {
  const { path: at, size: _, ...rest } = file;
  if (file['is_directory'] !== true)
    return [{ ...file, content: (await world.call('nc_webdav_read_file', { path: at }))['content'] }];
  // The size of a folder is the sum of its files' sizes, so it is left out.
  return [{ path: at, ...rest }, ...(await readTree(world, String(at)))];
}

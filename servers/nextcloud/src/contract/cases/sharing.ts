import { type ContractWorld, type ExpectedChanges, type ModuleContract, NotRun, type Reply } from '../contract.ts';
import { createFile, createOwnFolder, folderOf, readTree } from '../own-folder.ts';

/** A link needs no other account, so most cases share by a link. */
const LINK = { share_type: 3, share_with: '' } as const;

async function createLink(world: ContractWorld): Promise<{ readonly share_id: unknown }> {
  const { id } = await world.call('nc_share_create', { path: await createFile(world), ...LINK });
  return { share_id: id };
}

async function createDeleted(world: ContractWorld): Promise<{ readonly share_id: unknown }> {
  const share = await createLink(world);
  await world.call('nc_share_delete', share);
  return share;
}

const onPath = ({ path }: Reply): ExpectedChanges => ({ of: [`path ${String(path)}`], fields: ['+'] });

export const sharingContract: ModuleContract = {
  module: 'sharing',
  begin: async (world) => {
    await createOwnFolder(world);
    await createLink(world);
  },
  observe: async (world) =>
    Promise.all(
      (await readTree(world, folderOf(world))).map(async ({ path, content }) => ({
        path,
        content,
        ...(await world.call('nc_share_list', { path })),
      })),
    ),
  cases: [
    { tool: 'nc_share_list', prepare: async (world) => ({ path: await createFile(world) }) },
    { tool: 'nc_share_list', prepare: async () => ({ shared_with_me: true }) },
    { tool: 'nc_share_get', prepare: createLink },
    { tool: 'nc_share_get', failsWith: 'NOT_FOUND', prepare: createDeleted },
    {
      tool: 'nc_share_create',
      prepare: async (world) => ({ path: await createFile(world), ...LINK }),
      changes: onPath,
    },
    {
      tool: 'nc_share_create',
      prepare: async (world) => {
        if (world.shareWith === undefined)
          throw new NotRun('A share with a user needs another account; give it with --share-with NAME.');
        return { path: await createFile(world), share_with: world.shareWith };
      },
      changes: onPath,
    },
    {
      tool: 'nc_share_create',
      failsWith: 'NOT_FOUND',
      prepare: async (world) => ({ path: `${folderOf(world)}/${world.name('missing')}`, ...LINK }),
    },
    {
      tool: 'nc_share_update',
      prepare: async (world) => ({ ...(await createLink(world)), permissions: 3 }),
      changes: ({ share_id }) => ({ of: [`id ${String(share_id)}`], fields: ['permissions'], mayChange: ['can'] }),
    },
    {
      tool: 'nc_share_update',
      failsWith: 'NOT_FOUND',
      prepare: async (world) => ({ ...(await createDeleted(world)), permissions: 3 }),
    },
    {
      tool: 'nc_share_delete',
      prepare: createLink,
      changes: ({ share_id }) => ({ of: [`id ${String(share_id)}`], fields: ['-'] }),
    },
  ],
};

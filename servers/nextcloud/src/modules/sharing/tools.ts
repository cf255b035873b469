import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, READ, UPDATE } from '../../tools/hints.ts';
import { filePath, formatPath, parseNonRoot, parsePath } from '../webdav/file-path.ts';
import { permissions, Share, shareId } from './share.ts';
import { createSharesApi } from './shares-api.ts';

const PUBLIC_LINK = 3;

export const createShare = defineTool({
  name: 'nc_share_create',
  title: 'Create Share',
  description: 'Shares a file or folder with a user, a group, a mail address, or anyone by a public link.',
  hints: CREATE,
  scopes: ['sharing:write'],
  input: z.object({
    path: filePath.describe('File or folder'),
    share_with: z.string().max(500).describe('User or group id, or mail address; empty for a public link'),
    share_type: z.literal([0, 1, 3, 4]).default(0).describe('0 user, 1 group, 3 public link, 4 mail'),
    permissions: permissions.default(1),
  }),
  output: Share,
  run: async ({ path, share_with, share_type, permissions: granted }, { nextcloud, signal }) => {
    const isLink = share_type === PUBLIC_LINK;
    if (isLink && share_with !== '')
      throw invalidArgument(
        'A public link is for anyone who has it. Leave share_with empty, or use another share_type.',
      );
    if (!isLink && share_with === '') throw invalidArgument('Say in share_with who gets the share.');
    return createSharesApi(nextcloud, signal).create({
      path: formatPath(parseNonRoot(path)),
      shareType: share_type,
      shareWith: isLink ? undefined : share_with,
      permissions: granted,
    });
  },
});

export const deleteShare = defineTool({
  name: 'nc_share_delete',
  title: 'Delete Share',
  description: 'Ends a share; the file stays.',
  hints: DELETE,
  scopes: ['sharing:write'],
  input: z.object({ share_id: shareId }),
  output: Deleted,
  run: async ({ share_id }, { nextcloud, signal }) =>
    toDeleted(`share ${share_id}`, await createSharesApi(nextcloud, signal).remove(share_id)),
});

export const getShare = defineTool({
  name: 'nc_share_get',
  title: 'Get Share Details',
  description: 'Gets a share by its id.',
  hints: READ,
  scopes: ['sharing:read'],
  input: z.object({ share_id: shareId }),
  output: Share,
  run: ({ share_id }, { nextcloud, signal }) => createSharesApi(nextcloud, signal).get(share_id),
});

export const listShares = defineTool({
  name: 'nc_share_list',
  title: 'List Shares',
  description: 'Lists the shares you gave or, with shared_with_me, those you received.',
  hints: READ,
  scopes: ['sharing:read'],
  input: z.object({
    path: z.string().max(4_000).nullable().optional().describe('Only shares of this file or folder'),
    shared_with_me: z.boolean().default(false).describe('Shares of others with you'),
  }),
  output: z.object({ shares: z.array(Share).readonly(), total_count: z.int() }),
  run: async ({ path, shared_with_me }, { nextcloud, signal }) => {
    const filter = path == null || path === '' ? undefined : formatPath(parsePath(path));
    const shares = await createSharesApi(nextcloud, signal).list({ path: filter, isWithMe: shared_with_me });
    return { shares, total_count: shares.length };
  },
});

export const updateShare = defineTool({
  name: 'nc_share_update',
  title: 'Update Share',
  description: 'Replaces the permissions of a share. Nextcloud may add 16 (share) for a public link.',
  hints: UPDATE,
  scopes: ['sharing:write'],
  input: z.object({ share_id: shareId, permissions }),
  output: Share,
  run: ({ share_id, permissions: granted }, { nextcloud, signal }) =>
    createSharesApi(nextcloud, signal).update(share_id, granted),
});

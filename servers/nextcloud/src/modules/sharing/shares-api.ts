import * as z from 'zod';
import { NextcloudError } from '../../errors.ts';
import type { Nextcloud } from '../../http/nextcloud.ts';
import { RawShare, type Share, toShare } from './share.ts';

type SharedItem = z.output<typeof Share>;

/** A client for the shares that a user gave or received. */
export interface SharesApi {
  readonly create: (share: NewShare) => Promise<SharedItem>;
  readonly get: (id: number) => Promise<SharedItem>;
  readonly list: (filter: ShareFilter) => Promise<readonly SharedItem[]>;
  readonly update: (id: number, permissions: number) => Promise<SharedItem>;
  /** `false` if there was none. */
  readonly remove: (id: number) => Promise<boolean>;
}

interface NewShare {
  readonly path: string;
  readonly shareType: number;
  /** `undefined` for a public link. */
  readonly shareWith: string | undefined;
  readonly permissions: number;
}

interface ShareFilter {
  readonly path: string | undefined;
  readonly isWithMe: boolean;
}

const BASE = ['ocs', 'v2.php', 'apps', 'files_sharing', 'api', 'v1', 'shares'];

export function createSharesApi(nextcloud: Nextcloud, signal: AbortSignal): SharesApi {
  const shareRequest = (id: number) => ({ path: [...BASE, String(id)], what: `share ${id}`, signal });
  return {
    create: async ({ path, shareType, shareWith, permissions }) => {
      const form = { path, shareType, shareWith, permissions };
      const what = `the new share of ${path}`;
      return toShare(await nextcloud.ocs(RawShare, { method: 'POST', path: BASE, form, what, signal }));
    },
    get: async (id) => {
      // The app answers with a list of one share.
      const [share] = await nextcloud.ocs(z.array(RawShare), { ...shareRequest(id), method: 'GET' });
      if (share === undefined) throw new NextcloudError('NOT_FOUND', `Nextcloud has no share ${id}.`);
      return toShare(share);
    },
    list: async ({ path, isWithMe }) => {
      const query = { path, shared_with_me: isWithMe ? true : undefined };
      const what = path === undefined ? 'your shares' : `the shares of ${path}`;
      const shares = await nextcloud.ocs(z.array(RawShare), { method: 'GET', path: BASE, query, what, signal });
      return shares.map(toShare);
    },
    update: async (id, permissions) =>
      toShare(await nextcloud.ocs(RawShare, { ...shareRequest(id), method: 'PUT', form: { permissions } })),
    remove: async (id) => {
      const query = { format: 'json' };
      const { status } = await nextcloud.request({ ...shareRequest(id), method: 'DELETE', query, accept: [404] });
      return status !== 404;
    },
  };
}

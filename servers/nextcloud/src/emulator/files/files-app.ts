import { after, davError, type EmulatorApp, type EmulatorReply, type World } from '../app.ts';
import { propfind } from '../dav/multistatus.ts';
import type { Mount, ShareStore } from '../sharing/share-store.ts';
import { type FileTrees, type FoundNode, isFolder, nodeAt, walk } from './file-node.ts';
import { toResource } from './file-props.ts';
import { filterFiles, patchFavorite } from './file-report.ts';
import { searchFiles } from './file-search.ts';
import { type FileRequest, getFile, makeFolder, notLocated, putFile, removeNode, transferNode } from './file-writes.ts';
import { createReceivedShares } from './received-shares.ts';
import { addSamples } from './samples.ts';
import type { Tags } from './tags.ts';

const DAV = '1, 3, extended-mkcol, access-control, nc-paginate, nextcloud-checksum-update';

const WRITES: ReadonlySet<string> = new Set(['PUT', 'MKCOL', 'DELETE', 'COPY', 'MOVE']);

/** Files over WebDAV, each user in a tree of their own, with the shares of others in its root. */
export function createFilesApp(world: World, trees: FileTrees, tags: Tags, store: ShareStore): EmulatorApp {
  const received = createReceivedShares(store, trees);
  if (world.hasSamples) for (const root of trees.values()) addSamples(world, root);
  return {
    name: 'files',
    isCore: true,
    snapshot: () => {
      for (const user of trees.keys()) store.mount(user);
      return Object.fromEntries([...trees].map(([user, root]) => [user, [...walk(root, [])].map(toSnapshot)]));
    },
    handle: (request) => {
      const dav = after(request.path, 'remote.php', 'dav');
      const root = trees.get(request.user);
      if (dav === undefined || root === undefined) return undefined;
      const mounts = store.mount(request.user);
      if (request.method === 'SEARCH' && dav.length === 0) return searchFiles(request, root, mounts);
      const path = after(dav, 'files');
      if (path === undefined) return undefined;
      // Nextcloud answers 404, not 403, for the files of other users.
      if (path[0] !== request.user) return davError(404, 'NotFound', 'The principal was not found');
      const asked = { world, request, root, path: path.slice(1) };
      const answered = received.answer(asked);
      if (answered !== undefined) return answered;
      const reply = handleOne(asked, tags, mounts);
      if (reply.status < 300 && WRITES.has(request.method)) received.touchOwner(asked);
      return reply;
    },
  };
}

function handleOne(asked: FileRequest, tags: Tags, mounts: readonly Mount[]): EmulatorReply {
  const { request, root, path } = asked;
  switch (request.method) {
    case 'PUT':
      return putFile(asked);
    case 'MKCOL':
      return makeFolder(asked);
    case 'COPY':
    case 'MOVE':
      return transferNode(asked, request.method);
  }
  const node = nodeAt(root, path);
  if (node === undefined) return notLocated(path);
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return getFile(asked, node);
    case 'DELETE':
      return removeNode(asked);
    case 'PROPFIND':
      return propfind(
        request,
        resourcesOf({ path, node }, request.header('depth') ?? '1').map((found) =>
          toResource(request.user, found, mounts),
        ),
        DAV,
      );
    case 'PROPPATCH':
      return patchFavorite(request, { path, node });
    case 'REPORT':
      return filterFiles(request, { path, node }, tags, mounts);
    default:
      return davError(501, 'NotImplemented', `The emulator does not support ${request.method} here.`);
  }
}

/** Nextcloud treats an infinite depth as depth 1. */
const resourcesOf = ({ path, node }: FoundNode, depth: string): readonly FoundNode[] =>
  depth === '0' || !isFolder(node)
    ? [{ path, node }]
    : [{ path, node }, ...[...node.children].map(([name, inner]) => ({ path: [...path, name], node: inner }))];

const toSnapshot = ({ path, node: { id, content, isFavorite } }: FoundNode): object => ({
  id,
  path: `/${path.join('/')}`,
  isFavorite,
  ...(content !== undefined && { content: content.toString('base64') }),
});

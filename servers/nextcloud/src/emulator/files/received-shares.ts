import { davError, done, type EmulatorReply } from '../app.ts';
import type { Mount, ShareStore } from '../sharing/share-store.ts';
import { type FileTrees, findById, nodeAt, touch } from './file-node.ts';
import { destinationOf, type FileRequest } from './file-writes.ts';

const UPDATE = 2;
const CREATE = 4;
const DELETE = 8;

/** Checks requests on received shares in a user's files. */
export interface ReceivedShares {
  /** A reply if the share forbids the request, or if the request is about the share itself. */
  readonly answer: (asked: FileRequest) => EmulatorReply | undefined;
  /** Also renews the etags of the owner's folders. */
  readonly touchOwner: (asked: FileRequest) => void;
}

export function createReceivedShares(store: ShareStore, trees: FileTrees): ReceivedShares {
  const mountAt = (user: string, [name]: readonly string[]): Mount | undefined =>
    store.mount(user).find((mount) => mount.name === name);
  /** The permissions that a request needs on one of its paths. */
  const needOf = ({ root, path }: Pick<FileRequest, 'root' | 'path'>): number =>
    nodeAt(root, path) === undefined ? CREATE : UPDATE;
  const answer = (asked: FileRequest): EmulatorReply | undefined => {
    const { request, root, path } = asked;
    const { method, user } = request;
    const mount = mountAt(user, path);
    const isItself = path.length === 1;
    if (method === 'COPY' || method === 'MOVE') {
      const to = destinationOf(request);
      const target = mountAt(user, to);
      if ((mount && isItself && method === 'MOVE') || (target && to.length === 1))
        return davError(501, 'NotImplemented', 'The emulator does not rename or replace a received share.');
      return (
        (mount && method === 'MOVE' ? refuse(mount, DELETE) : undefined) ??
        (target && refuse(target, needOf({ root, path: to })))
      );
    }
    if (mount === undefined) return undefined;
    switch (method) {
      case 'PUT':
      case 'MKCOL':
        return refuse(mount, needOf(asked));
      case 'PROPPATCH':
        return davError(501, 'NotImplemented', 'The emulator does not set properties of received shares.');
      case 'DELETE':
        if (!isItself) return refuse(mount, DELETE);
        // The owner keeps the file: a delete only removes the recipient from the share.
        for (const share of mount.shares) store.leave(share, user);
        store.mount(user);
        return done(204);
      default:
        return undefined;
    }
  };
  return {
    answer,
    touchOwner: ({ world, request, path }) => {
      for (const each of [path, destinationOf(request)]) {
        const mount = mountAt(request.user, each);
        const root = mount && trees.get(mount.owner);
        if (root !== undefined) touch(world, root, findById(root, mount?.node.id ?? 0)?.path ?? []);
      }
    },
  };
}

const refuse = ({ permissions }: Mount, needed: number): EmulatorReply | undefined =>
  (permissions & needed) === 0 ? davError(403, 'Forbidden', 'The share does not allow this') : undefined;

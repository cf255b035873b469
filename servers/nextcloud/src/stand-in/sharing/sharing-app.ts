import { after, fieldsOf, ocs, type StandInApp, type StandInReply, type StandInRequest, type World } from '../app.ts';
import { type FileTrees, findById, isFolder, nodeAt } from '../files/file-node.ts';
import { LINK, MAIL, type StoredShare, toWire, USER } from './share-wire.ts';

const SHARE_BIT = 16;
const CREATE_AND_DELETE = 4 | 8;

/** Shares of files with users, by mail and by public link. There are no groups, and a share does not show among the recipient's files. */
export function createSharingApp(world: World, trees: FileTrees): StandInApp {
  const shares = new Map<number, StoredShare>();
  /** A share ends with its file. */
  const visible = (): readonly StoredShare[] => [...shares.values()].filter((share) => locate(share) !== undefined);
  const locate = ({ owner, fileId }: StoredShare) => {
    const root = trees.get(owner);
    return root && findById(root, fileId);
  };
  const wire = (share: StoredShare, request: StandInRequest, isNew = false): object => {
    const found = locate(share);
    return found === undefined ? {} : toWire(share, found, { world, request, isNew });
  };

  const create = (request: StandInRequest): StandInReply => {
    const { path = '', shareType = '0', shareWith = '', permissions = '31' } = fieldsOf(request);
    const root = trees.get(request.user);
    const segments = String(path)
      .split('/')
      .filter((segment) => segment !== '');
    const node = root && nodeAt(root, segments);
    if (node === undefined) return ocs([], 404, 'Wrong path, file/folder does not exist');
    if (node === root) return ocs([], 403, 'You cannot share your root folder');
    const [type, recipient] = [Number(shareType), String(shareWith)];
    const refusal = refuseRecipient(world, request.user, type, recipient);
    if (refusal !== undefined) return refusal;
    const granted = grant(type, Number(permissions), isFolder(node));
    if (granted === undefined) return ocs([], 404, 'Invalid permissions');
    const same = visible().find(
      (share) => type === USER && share.type === USER && share.fileId === node.id && share.recipient === recipient,
    );
    // The same user gets the same share again.
    if (same !== undefined) return ocs(wire(same, request));
    const id = world.nextId();
    const token = type === USER ? null : world.newEtag().slice(0, 15);
    const stime = Math.floor(world.now().getTime() / 1000);
    const share = { id, owner: request.user, fileId: node.id, type, recipient, permissions: granted, token, stime };
    shares.set(id, share);
    return ocs(wire(share, request, true));
  };

  const list = (request: StandInRequest): StandInReply => {
    const isWithMe = request.query.get('shared_with_me') === 'true';
    const path = request.query.get('path');
    const root = trees.get(request.user);
    const wanted =
      path === null
        ? undefined
        : root &&
          nodeAt(
            root,
            path.split('/').filter((each) => each !== ''),
          );
    if (path !== null && wanted === undefined) return ocs([], 404, 'Wrong path, file/folder does not exist');
    const found = visible()
      .filter((share) => (isWithMe ? isRecipient(share, request.user) : share.owner === request.user))
      .filter((share) => wanted === undefined || share.fileId === wanted.id);
    return ocs(found.map((share) => wire(share, request)));
  };

  const handleOne = (request: StandInRequest, id: number): StandInReply | undefined => {
    const share = visible().find((each) => each.id === id);
    if (share === undefined || (share.owner !== request.user && !isRecipient(share, request.user)))
      return ocs([], 404, 'Wrong share ID, share does not exist');
    if (request.method === 'GET') return ocs([wire(share, request)]);
    if (request.method === 'DELETE') {
      shares.delete(id);
      return ocs([]);
    }
    if (request.method !== 'PUT') return undefined;
    if (share.owner !== request.user) return ocs([], 403, 'You are not allowed to edit incoming shares');
    const found = locate(share);
    const granted = grant(
      share.type,
      Number(fieldsOf(request)['permissions']),
      found !== undefined && isFolder(found.node),
    );
    if (granted === undefined) return ocs([], 400, 'Wrong or no update parameter given');
    share.permissions = granted;
    return ocs(wire(share, request));
  };

  return {
    name: 'files_sharing',
    snapshot: () =>
      visible().map(({ id, owner, fileId, type, recipient, permissions }) => ({
        id,
        owner,
        fileId,
        type,
        recipient,
        permissions,
      })),
    handle: (request) => {
      const rest = after(request.path, 'ocs', 'v2.php', 'apps', 'files_sharing', 'api', 'v1', 'shares');
      if (rest === undefined) return undefined;
      if (rest[0] !== undefined) return handleOne(request, Number(rest[0]));
      if (request.method === 'POST') return create(request);
      return request.method === 'GET' ? list(request) : undefined;
    },
  };
}

function refuseRecipient(world: World, owner: string, type: number, recipient: string): StandInReply | undefined {
  if (type === LINK || (type === MAIL && recipient.includes('@'))) return undefined;
  if (type === MAIL) return ocs([], 404, 'Please specify a valid email address');
  if (type !== USER) return ocs([], 404, 'Please specify a valid group');
  if (!world.users.has(recipient)) return ocs([], 404, 'Please specify a valid account to share with');
  return recipient === owner ? ocs([], 403, 'Cannot share with yourself') : undefined;
}

/** The permissions that result: a link can always be passed on, a file has nothing in it to create or delete. */
function grant(type: number, asked: number, isOfFolder: boolean): number | undefined {
  if (!Number.isInteger(asked) || asked < 1 || asked > 31) return undefined;
  const possible = isOfFolder ? asked : asked & ~CREATE_AND_DELETE;
  return type === LINK ? possible | SHARE_BIT : possible;
}

const isRecipient = ({ type, recipient }: StoredShare, user: string): boolean => type === USER && recipient === user;

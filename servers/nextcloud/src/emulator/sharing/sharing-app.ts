import {
  after,
  type EmulatorApp,
  type EmulatorReply,
  type EmulatorRequest,
  fieldsOf,
  ocs,
  type World,
} from '../app.ts';
import { type FileTrees, isFolder, nodeAt } from '../files/file-node.ts';
import type { ShareStore } from './share-store.ts';
import { GROUP, LINK, MAIL, type StoredShare, toWire, USER } from './share-wire.ts';

const SHARE_BIT = 16;
const CREATE_AND_DELETE = 4 | 8;

/** Shares of files with users and groups, by mail and by public link. Received shares cannot be shared again. */
export function createSharingApp(world: World, trees: FileTrees, store: ShareStore): EmulatorApp {
  const { shares, visible, locate, isRecipient } = store;
  const wire = (share: StoredShare, request: EmulatorRequest, isNew = false): object => {
    const found = locate(share);
    return found === undefined ? {} : toWire(share, found, { world, request, isNew });
  };

  const create = (request: EmulatorRequest): EmulatorReply => {
    const { path = '', shareType = '0', shareWith = '', permissions = '31' } = fieldsOf(request);
    const root = trees.get(request.user);
    const received = store.mount(request.user);
    const segments = String(path)
      .split('/')
      .filter((segment) => segment !== '');
    const node = root && nodeAt(root, segments);
    if (node === undefined) return ocs([], 404, 'Wrong path, file/folder does not exist');
    const isReceived = received.some(({ name }) => name === segments[0]);
    if (isReceived) return ocs([], 501, 'The emulator does not share a received file again.');
    if (node === root) return ocs([], 403, 'You cannot share your root folder');
    const [type, recipient] = [Number(shareType), String(shareWith)];
    const refusal = refuseRecipient(world, request.user, type, recipient);
    if (refusal !== undefined) return refusal;
    const granted = grant(type, Number(permissions), isFolder(node));
    if (granted === undefined) return ocs([], 404, 'Invalid permissions');
    const same = visible().find(
      (share) =>
        type !== LINK &&
        type !== MAIL &&
        share.type === type &&
        share.fileId === node.id &&
        share.recipient === recipient,
    );
    // The same user or group gets the same share again.
    if (same !== undefined) return ocs(wire(same, request));
    const id = world.nextId();
    const token = type === USER || type === GROUP ? null : world.newEtag().slice(0, 15);
    const stime = Math.floor(world.now().getTime() / 1000);
    const share = {
      id,
      owner: request.user,
      fileId: node.id,
      type,
      recipient,
      permissions: granted,
      token,
      stime,
      left: new Set<string>(),
      targets: new Map<string, string>(),
    };
    shares.set(id, share);
    return ocs(wire(share, request, true));
  };

  const list = (request: EmulatorRequest): EmulatorReply => {
    const isWithMe = request.query.get('shared_with_me') === 'true';
    const path = request.query.get('path');
    const root = trees.get(request.user);
    store.mount(request.user);
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

  const handleOne = (request: EmulatorRequest, id: number): EmulatorReply | undefined => {
    const share = visible().find((each) => each.id === id);
    if (share === undefined || (share.owner !== request.user && !isRecipient(share, request.user)))
      return ocs([], 404, 'Wrong share ID, share does not exist');
    if (request.method === 'GET') return ocs([wire(share, request)]);
    if (request.method === 'DELETE') {
      if (share.owner === request.user) shares.delete(id);
      else store.leave(share, request.user);
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

function refuseRecipient(world: World, owner: string, type: number, recipient: string): EmulatorReply | undefined {
  if (type === LINK || (type === MAIL && recipient.includes('@'))) return undefined;
  if (type === MAIL) return ocs([], 404, 'Please specify a valid email address');
  if (type === GROUP)
    return [...world.users.keys()].some((user) => world.groupsOf(user).includes(recipient))
      ? undefined
      : ocs([], 404, 'Please specify a valid group');
  if (type !== USER) return ocs([], 501, `The emulator does not support shares of type ${type}.`);
  if (!world.users.has(recipient)) return ocs([], 404, 'Please specify a valid account to share with');
  return recipient === owner ? ocs([], 403, 'Cannot share with yourself') : undefined;
}

/** The resulting permissions: a link can always be reshared; create and delete do not apply to a file. */
function grant(type: number, asked: number, isOfFolder: boolean): number | undefined {
  if (!Number.isInteger(asked) || asked < 1 || asked > 31) return undefined;
  const possible = isOfFolder ? asked : asked & ~CREATE_AND_DELETE;
  return type === LINK ? possible | SHARE_BIT : possible;
}

import type { EmulatorRequest, World } from '../app.ts';
import { type FoundNode, isFolder, sizeOf, typeOf } from '../files/file-node.ts';

export const USER = 0;
export const GROUP = 1;
export const LINK = 3;
export const MAIL = 4;

export interface StoredShare {
  readonly id: number;
  readonly owner: string;
  readonly fileId: number;
  readonly type: number;
  /** Empty for a public link. */
  readonly recipient: string;
  permissions: number;
  readonly token: string | null;
  /** Group members who have left the share. */
  readonly left: Set<string>;
  /** The share's name in the root folder of each recipient. */
  readonly targets: Map<string, string>;
  readonly stime: number;
}

interface WireOptions {
  readonly world: World;
  readonly request: EmulatorRequest;
  readonly isNew: boolean;
}

/** A share as the app sends it to its owner or its recipient. */
export function toWire(share: StoredShare, { path, node }: FoundNode, { world, request, isNew }: WireOptions): object {
  const { id, owner, type, recipient, permissions, token, stime } = share;
  const isOwner = request.user === owner;
  const displayNameOf = (user: string): string => world.users.get(user)?.displayName ?? user;
  const target = `/${share.targets.get(request.user) ?? path.at(-1) ?? ''}`;
  const folder = isFolder(node);
  return {
    id: String(id),
    share_type: type,
    uid_owner: owner,
    displayname_owner: displayNameOf(owner),
    permissions,
    can_edit: isOwner,
    can_delete: true,
    stime,
    parent: null,
    expiration: null,
    token,
    uid_file_owner: owner,
    note: '',
    label: '',
    displayname_file_owner: displayNameOf(owner),
    path: isOwner ? `/${path.join('/')}` : target,
    item_type: folder ? 'folder' : 'file',
    item_permissions: folder ? 31 : 27,
    'is-mount-root': false,
    'mount-type': '',
    mimetype: folder ? 'httpd/unix-directory' : typeOf(path.at(-1) ?? ''),
    has_preview: !folder,
    storage_id: `home::${owner}`,
    storage: 1,
    item_source: node.id,
    file_source: node.id,
    file_parent: 1,
    file_target: target,
    item_size: sizeOf(node),
    item_mtime: Math.floor(node.modified.getTime() / 1000),
    ...(type === LINK
      ? { share_with: null, share_with_displayname: '(Shared link)', password: null, send_password_by_talk: false }
      : { share_with: recipient, share_with_displayname: displayNameOf(recipient) }),
    ...(token !== null && { url: `http://${request.header('host') ?? 'localhost'}/index.php/s/${token}` }),
    mail_send: isNew ? 1 : 0,
    hide_download: 0,
    attributes: null,
  };
}

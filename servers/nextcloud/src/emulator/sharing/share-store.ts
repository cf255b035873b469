import type { World } from '../app.ts';
import { type FileNode, type FileTrees, type FoundNode, findById } from '../files/file-node.ts';
import { GROUP, type StoredShare, USER } from './share-wire.ts';

/** A received share in the root folder of its recipient. */
export interface Mount {
  readonly name: string;
  readonly owner: string;
  /** The same object as in the tree of the owner. */
  readonly node: FileNode;
  /** More than one where a user gets a file directly and through a group. */
  readonly shares: readonly StoredShare[];
  /** The union of the permissions of these shares. */
  readonly permissions: number;
}

/** The shares of all users, and where they appear among the files of their recipients. */
export interface ShareStore {
  readonly shares: Map<number, StoredShare>;
  /** Shares whose file still exists. */
  readonly visible: () => readonly StoredShare[];
  readonly locate: (share: StoredShare) => FoundNode | undefined;
  readonly isRecipient: (share: StoredShare, user: string) => boolean;
  /** Ends a share for one recipient; the others of a group keep it. */
  readonly leave: (share: StoredShare, user: string) => void;
  /** Adds the received shares of a user to their root folder, and removes ended ones. */
  readonly mount: (user: string) => readonly Mount[];
}

export function createShareStore(world: World, trees: FileTrees): ShareStore {
  const shares = new Map<number, StoredShare>();
  const mounted = new Map<string, readonly Mount[]>();
  const locate = ({ owner, fileId }: StoredShare): FoundNode | undefined => {
    const root = trees.get(owner);
    return root && findById(root, fileId);
  };
  const visible = (): readonly StoredShare[] => [...shares.values()].filter((share) => locate(share) !== undefined);
  const isRecipient = ({ type, recipient, owner, left }: StoredShare, user: string): boolean => {
    if (user === owner || left.has(user)) return false;
    return type === USER ? recipient === user : type === GROUP && world.groupsOf(user).includes(recipient);
  };
  const mount = (user: string): readonly Mount[] => {
    const root = trees.get(user);
    if (root === undefined) return [];
    for (const { name } of mounted.get(user) ?? []) root.children.delete(name);
    const received = Map.groupBy(
      visible().filter((share) => isRecipient(share, user)),
      ({ fileId }) => fileId,
    );
    const mounts: Mount[] = [];
    for (const same of received.values()) {
      const [first] = same;
      const found = first && locate(first);
      if (first === undefined || found === undefined) continue;
      const known = first.targets.get(user) ?? found.path.at(-1) ?? '';
      const name = freeName(known, (each) => root.children.has(each));
      first.targets.set(user, name);
      root.children.set(name, found.node);
      const permissions = same.reduce((sum, share) => sum | share.permissions, 0);
      mounts.push({ name, owner: first.owner, node: found.node, shares: same, permissions });
    }
    mounted.set(user, mounts);
    return mounts;
  };
  return {
    shares,
    visible,
    locate,
    isRecipient,
    leave: (share, user) => void (share.type === USER ? shares.delete(share.id) : share.left.add(user)),
    mount,
  };
}

/** `plan.md`, or `plan (2).md` where the recipient has one already. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  const [, stem = name, extension = ''] = /^(.+?)(\.[^.]+)?$/.exec(name) ?? [];
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : `${stem} (${count})${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
}

import type { World } from '../app.ts';

/** A file or folder. A move keeps the object; a copy has new ids. */
export interface FileNode {
  readonly id: number;
  /** `undefined` for a folder. */
  content: Buffer | undefined;
  readonly children: Map<string, FileNode>;
  modified: Date;
  etag: string;
  isFavorite: boolean;
}

/** A node and the path to it. */
export interface FoundNode {
  readonly path: readonly string[];
  readonly node: FileNode;
}

/** The files of every user: the root folder by user. */
export type FileTrees = ReadonlyMap<string, FileNode>;

export function createNode(world: World, content?: Buffer): FileNode {
  const [modified, etag] = [world.now(), world.newEtag()];
  return { id: world.nextId(), content, children: new Map(), modified, etag, isFavorite: false };
}

export const createTrees = (world: World): FileTrees =>
  new Map([...world.users.keys()].map((user) => [user, createNode(world)]));

export const isFolder = (node: FileNode): boolean => node.content === undefined;

/** The node at a path; `undefined` if there is none. */
export const nodeAt = (root: FileNode, path: readonly string[]): FileNode | undefined =>
  path.reduce<FileNode | undefined>((node, segment) => node?.children.get(segment), root);

/** A node and everything below it. */
export function* walk(node: FileNode, path: readonly string[]): Generator<FoundNode> {
  yield { path, node };
  for (const [name, inner] of node.children) yield* walk(inner, [...path, name]);
}

/** Where a node is in a tree. */
export function findById(root: FileNode, id: number): FoundNode | undefined {
  for (const found of walk(root, [])) if (found.node.id === id) return found;
  return undefined;
}

export function copyNode(world: World, node: FileNode): FileNode {
  const copy = createNode(world, node.content);
  for (const [name, inner] of node.children) copy.children.set(name, copyNode(world, inner));
  return copy;
}

export const sizeOf = (node: FileNode): number =>
  node.content?.length ?? [...node.children.values()].reduce((sum, inner) => sum + sizeOf(inner), 0);

/** A change also renews the etags of all parent folders. */
export function touch(world: World, root: FileNode, path: readonly string[]): void {
  for (let length = 0; length <= path.length; length++) {
    const node = nodeAt(root, path.slice(0, length));
    if (node !== undefined) node.etag = world.newEtag();
  }
}

const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  css: 'text/css',
  ics: 'text/calendar',
  vcf: 'text/vcard',
  py: 'text/x-python',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  js: 'application/javascript',
  ts: 'application/typescript',
  pdf: 'application/pdf',
  zip: 'application/zip',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
};

/** Nextcloud derives the type from the name and ignores the type of the upload. */
export const typeOf = (name: string): string =>
  TYPES[/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';

import { davError, done, type EmulatorReply, type EmulatorRequest, type World } from '../app.ts';
import { copyNode, createNode, type FileNode, isFolder, nodeAt, touch, typeOf } from './file-node.ts';
import { longId } from './file-props.ts';

/** A request for a path in a user's files, with their root folder. */
export interface FileRequest {
  readonly world: World;
  readonly request: EmulatorRequest;
  readonly root: FileNode;
  readonly path: readonly string[];
}

/** The answer to a GET of a folder. */
const FOLDER_PAGE =
  'This is the WebDAV interface. It can only be accessed by WebDAV clients such as the desktop sync client.';

export const notLocated = (path: readonly string[]): EmulatorReply =>
  davError(404, 'NotFound', `File with name //${escapeXml(path.join('/'))} could not be located`);

export function getFile({ request, path }: FileRequest, node: FileNode): EmulatorReply {
  if (node.content === undefined)
    return { status: 200, headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: FOLDER_PAGE };
  const type = typeOf(path.at(-1) ?? '');
  const headers = {
    'content-type': type.startsWith('text/') ? `${type};charset=UTF-8` : type,
    ...etagHeaders(node),
    'last-modified': node.modified.toUTCString(),
    'accept-ranges': 'bytes',
  };
  const size = node.content.length;
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.header('range') ?? '') ?? [];
  if (from === '' && to === '')
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, body: node.content };
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start >= size)
    return davError(
      416,
      'RequestedRangeNotSatisfiable',
      `The start offset (${start}) exceeded the size of the entity (${size})`,
    );
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` },
    body: node.content.subarray(start, end + 1),
  };
}

export function putFile({ world, request, root, path }: FileRequest): EmulatorReply {
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent === undefined || !isFolder(parent)) return notLocated(path.slice(0, -1));
  const name = path.at(-1);
  const existing = name === undefined ? root : parent.children.get(name);
  if (name === undefined || (existing !== undefined && isFolder(existing)))
    return davError(409, 'Conflict', 'PUT is not allowed on non-files.');
  const [ifMatch, ifNoneMatch] = [request.header('if-match'), request.header('if-none-match')];
  if ((ifMatch !== undefined && ifMatch !== `"${existing?.etag}"`) || (ifNoneMatch === '*' && existing !== undefined))
    return davError(412, 'PreconditionFailed', 'An If-Match or If-None-Match header did not match');
  const node = existing ?? createNode(world);
  node.content = request.body;
  node.modified = world.now();
  parent.children.set(name, node);
  touch(world, root, path);
  return done(existing === undefined ? 201 : 204, { ...etagHeaders(node), 'oc-fileid': longId(node.id) });
}

export function makeFolder({ world, root, path }: FileRequest): EmulatorReply {
  if (nodeAt(root, path) !== undefined) {
    const reply = davError(405, 'MethodNotAllowed', 'The resource you tried to create already exists');
    const allow = 'OPTIONS, GET, HEAD, DELETE, PROPFIND, PUT, PROPPATCH, COPY, MOVE, REPORT';
    return { ...reply, headers: { ...reply.headers, allow } };
  }
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent === undefined || !isFolder(parent)) return davError(409, 'Conflict', 'Parent node does not exist');
  const node = createNode(world);
  parent.children.set(path.at(-1) ?? '', node);
  touch(world, root, path);
  return done(201, { 'oc-fileid': longId(node.id) });
}

export function removeNode({ world, root, path }: FileRequest): EmulatorReply {
  const name = path.at(-1);
  if (name === undefined) return davError(403, 'Forbidden', 'The root cannot be deleted');
  nodeAt(root, path.slice(0, -1))?.children.delete(name);
  touch(world, root, path.slice(0, -1));
  return done(204);
}

export function transferNode({ world, request, root, path }: FileRequest, method: 'COPY' | 'MOVE'): EmulatorReply {
  const user = segmentsOf(request.header('destination') ?? '')[3];
  const to = destinationOf(request);
  const name = to.at(-1);
  if (user !== request.user || name === undefined) return davError(403, 'Forbidden', 'Destination is not allowed');
  if (to.join('/') === path.join('/')) return davError(403, 'Forbidden', 'Source and destination uri are identical.');
  const target = nodeAt(root, to);
  // Nextcloud checks the destination before the source.
  if (target !== undefined && request.header('overwrite') === 'F')
    return davError(
      412,
      'PreconditionFailed',
      'The destination node already exists, and the overwrite header is set to false',
    );
  const node = nodeAt(root, path);
  if (node === undefined) return notLocated(path);
  const parent = nodeAt(root, to.slice(0, -1));
  if (parent === undefined || !isFolder(parent)) return davError(409, 'Conflict', 'The destination node is not found');
  if (path.every((segment, index) => segment === to[index]))
    return davError(409, 'Conflict', 'The destination may not be part of the same subtree as the source path.');
  const placed = method === 'MOVE' ? node : copyNode(world, node);
  if (method === 'MOVE') nodeAt(root, path.slice(0, -1))?.children.delete(path.at(-1) ?? '');
  parent.children.set(name, placed);
  touch(world, root, to.slice(0, -1));
  const headers = { ...(method === 'MOVE' && etagHeaders(placed)), 'oc-fileid': longId(placed.id) };
  return done(target === undefined ? 201 : 204, headers);
}

const etagHeaders = ({ etag }: FileNode): Readonly<Record<string, string>> => ({
  etag: `"${etag}"`,
  'oc-etag': `"${etag}"`,
});

/** The path below the user's root that COPY and MOVE write to; empty where there is none. */
export const destinationOf = (request: EmulatorRequest): readonly string[] =>
  segmentsOf(request.header('destination') ?? '').slice(4);

const segmentsOf = (destination: string): readonly string[] =>
  new URL(destination, 'http://emulator').pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

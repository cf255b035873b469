import { child, childrenOf, type XmlElement } from '../../dav/xml.ts';
import { davError, type EmulatorReply, type EmulatorRequest } from '../app.ts';
import { multistatus, parseBodyXml, type Resource, response } from '../dav/multistatus.ts';
import type { Mount } from '../sharing/share-store.ts';
import { type FileNode, type FoundNode, nodeAt, walk } from './file-node.ts';
import { toResource } from './file-props.ts';

/** Thrown for a condition or property that the emulator does not support. */
class Unsupported extends Error {}

/** SEARCH over a user's files (RFC 5323, basicsearch). */
export function searchFiles(request: EmulatorRequest, root: FileNode, mounts: readonly Mount[]): EmulatorReply {
  const search = child(parseBodyXml(request), 'd:basicsearch');
  const href = child(child(child(search, 'd:from'), 'd:scope'), 'd:href')?.text ?? '';
  // As in Nextcloud, this path is not percent-decoded.
  const [files, user, ...scope] = href.split('/').filter((segment) => segment !== '');
  const folder = files === 'files' && user === request.user ? nodeAt(root, scope) : undefined;
  if (folder === undefined) return davError(404, 'NotFound', 'The folder to search could not be located');
  const [where] = child(search, 'd:where')?.children ?? [];
  try {
    const found = [...walk(folder, scope)]
      .slice(1)
      .map((each) => ({ each, resource: toResource(request.user, each, mounts) }))
      .filter(({ resource }) => where === undefined || matches(resource, where));
    const limit = Number(child(child(search, 'd:limit'), 'd:nresults')?.text ?? Number.POSITIVE_INFINITY);
    const wanted = namesIn(child(search, 'd:select'));
    const responses = sorted(found, child(search, 'd:orderby'))
      .slice(0, limit)
      .map(({ resource }) => toResponse(resource, wanted));
    return multistatus(responses, { 'content-type': 'application/xml; charset="utf-8"' });
  } catch (error) {
    if (error instanceof Unsupported) return davError(501, 'NotImplemented', error.message);
    throw error;
  }
}

function matches(resource: Resource, condition: XmlElement): boolean {
  const [name = ''] = namesIn(condition);
  const literal = child(condition, 'd:literal')?.text ?? '';
  switch (condition.name) {
    case 'd:and':
      return condition.children.every((each) => matches(resource, each));
    case 'd:or':
      return condition.children.some((each) => matches(resource, each));
    case 'd:not':
      return !condition.children.some((each) => matches(resource, each));
    case 'd:eq':
      return textOfProp(resource, name) === literal;
    case 'd:like':
      return toPattern(literal).test(textOfProp(resource, name) ?? '');
    default:
      throw new Unsupported('The emulator does not know this condition.');
  }
}

/** SQL LIKE: `%` matches anything, `_` one character; case-insensitive. */
const toPattern = (like: string): RegExp =>
  new RegExp(
    `^${like
      .replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    'isu',
  );

interface Found {
  readonly each: FoundNode;
  readonly resource: Resource;
}

function sorted(found: readonly Found[], orderBy: XmlElement | undefined): readonly Found[] {
  const [order] = childrenOf(orderBy, 'd:order');
  if (order === undefined) return found;
  if (namesIn(order)[0] !== 'd:getlastmodified') throw new Unsupported('The emulator only sorts by getlastmodified.');
  const sign = child(order, 'd:descending') === undefined ? 1 : -1;
  return found.toSorted((one, other) => sign * (one.each.node.modified.getTime() - other.each.node.modified.getTime()));
}

function toResponse({ href, props, more = [] }: Resource, wanted: readonly string[]): XmlElement {
  const all = [...props, ...more];
  return response(
    href,
    wanted.flatMap((name) => all.find((prop) => prop.name === name) ?? []),
  );
}

const textOfProp = ({ props, more = [] }: Resource, name: string): string | undefined =>
  [...props, ...more].find((prop) => prop.name === name)?.text;

const namesIn = (parent: XmlElement | undefined): readonly string[] =>
  child(parent, 'd:prop')?.children.map(({ name }) => name) ?? [];

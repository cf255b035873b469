import { element, type XmlElement } from '../../dav/xml.ts';
import { davHref, type Resource } from '../dav/multistatus.ts';
import type { Mount } from '../sharing/share-store.ts';
import { type FoundNode, isFolder, sizeOf, typeOf } from './file-node.ts';

/** A file or folder with its properties, as PROPFIND, SEARCH and REPORT give it. */
export function toResource(user: string, { path, node }: FoundNode, mounts: readonly Mount[] = []): Resource {
  const mount = mounts.find(({ name }) => name === path[0]);
  const folder = isFolder(node);
  const name = path.at(-1) ?? user;
  const size = String(sizeOf(node));
  const props: readonly XmlElement[] = [
    element('d:getlastmodified', node.modified.toUTCString()),
    element('d:resourcetype', folder ? [element('d:collection')] : []),
    ...(folder
      ? [element('d:quota-used-bytes', size), element('d:quota-available-bytes', '-3')]
      : [element('d:getcontentlength', size), element('d:getcontenttype', typeOf(name))]),
    element('d:getetag', `"${node.etag}"`),
  ];
  const more = [
    element('d:displayname', name),
    element('oc:fileid', String(node.id)),
    element('oc:id', longId(node.id)),
    element('oc:size', size),
    element('oc:favorite', node.isFavorite ? '1' : '0'),
    element(
      'oc:permissions',
      mount ? receivedPermissions(mount, folder, path.length === 1) : folder ? 'RGDNVCK' : 'RGDNVW',
    ),
    element('oc:owner-id', mount?.owner ?? user),
  ];
  return { href: davHref('files', user, ...path, ...(folder ? [''] : [])), props, more };
}

/** The `oc:permissions` string: S for a share, M for its root, and a letter for each permission. */
function receivedPermissions({ permissions }: Mount, folder: boolean, isRoot: boolean): string {
  const letters: readonly (readonly [boolean, string])[] = [
    [true, 'S'],
    [(permissions & 16) !== 0, 'R'],
    [isRoot, 'M'],
    [true, 'G'],
    [isRoot || (permissions & 8) !== 0, 'D'],
    [(permissions & 2) !== 0, folder ? 'NV' : 'NVW'],
    [folder && (permissions & 4) !== 0, 'CK'],
  ];
  return letters.map(([isGiven, letter]) => (isGiven ? letter : '')).join('');
}

/** With the id of the instance behind it. */
export const longId = (id: number): string => `${String(id).padStart(8, '0')}ocstandin000`;

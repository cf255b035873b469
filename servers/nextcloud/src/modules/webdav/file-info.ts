import * as z from 'zod';
import { bareEtag, type DavResource, davText } from '../../dav/multistatus.ts';
import { formatPath } from './file-path.ts';

/** A file or folder as tools return it. */
export const FileInfo = z.object({
  name: z.string(),
  path: z.string(),
  is_directory: z.boolean(),
  size: z.int().describe('Bytes'),
  content_type: z.string().optional(),
  last_modified: z.string().optional(),
  etag: z.string(),
  file_id: z.int().optional(),
  is_favorite: z.boolean(),
});
export type FileInfo = z.output<typeof FileInfo>;

/** The properties that {@link toFileInfo} reads. */
export const FILE_PROPS: readonly string[] = [
  'd:displayname',
  'd:resourcetype',
  'd:getcontenttype',
  'd:getcontentlength',
  'd:getlastmodified',
  'd:getetag',
  'oc:fileid',
  'oc:size',
  'oc:favorite',
];

/** Whether a resource is a folder. */
export const isFolder = (resource: DavResource): boolean =>
  resource.props.get('d:resourcetype')?.children.some(({ name }) => name === 'd:collection') ?? resource.isFolder;

/** The path below the user's root: addresses look like `[…]/remote.php/dav/files/USER/Documents/Plan.md`. */
function pathInFiles({ path }: DavResource): readonly string[] {
  const at = path.findIndex(
    (segment, index) => segment === 'remote.php' && path[index + 1] === 'dav' && path[index + 2] === 'files',
  );
  return path.slice(at + 4);
}

export function toFileInfo(resource: DavResource): FileInfo {
  const path = pathInFiles(resource);
  const type = davText(resource, 'd:getcontenttype');
  const modified = Date.parse(davText(resource, 'd:getlastmodified') ?? '');
  const fileId = Number(davText(resource, 'oc:fileid') ?? Number.NaN);
  return {
    name: path.at(-1) ?? '',
    path: formatPath(path),
    is_directory: isFolder(resource),
    size: Number(davText(resource, 'd:getcontentlength') ?? davText(resource, 'oc:size') ?? 0),
    ...(type !== undefined && type !== '' && { content_type: type }),
    ...(Number.isFinite(modified) && { last_modified: new Date(modified).toISOString() }),
    etag: bareEtag(davText(resource, 'd:getetag')),
    ...(Number.isSafeInteger(fileId) && { file_id: fileId }),
    is_favorite: davText(resource, 'oc:favorite') === '1',
  };
}

import { createDavClient, propsOf } from '../dav/dav-client.ts';
import { davText, parseMultistatus } from '../dav/multistatus.ts';
import { element } from '../dav/xml.ts';
import { NextcloudError } from '../errors.ts';
import type { Nextcloud } from '../http/nextcloud.ts';
import { isMeantAsText, toFileContent } from '../modules/webdav/file-content.ts';
import { FILE_PROPS, type FileInfo, toFileInfo } from '../modules/webdav/file-info.ts';
import { parsePath } from '../modules/webdav/file-path.ts';
import { createFilesApi } from '../modules/webdav/files-api.ts';
import type { DocumentSource, SourceDocument } from './document-source.ts';

/** The system tag of files to index; other Nextcloud MCP servers use the same tag. */
const FILE_TAG = 'vector-index';

/** Larger files are not indexed. */
const MAX_FILE_BYTES = 1024 * 1024;

/** The text files that have the tag `vector-index`. */
export const fileSource: DocumentSource = {
  type: 'file',
  list: async (nextcloud, signal) =>
    (await taggedFiles(nextcloud, signal)).map((file) => ({
      id: String(file.file_id),
      version: file.etag,
      load: (loading) => load(nextcloud, file, loading),
    })),
  read: async (nextcloud, id, signal) => {
    const file = (await taggedFiles(nextcloud, signal)).find((each) => String(each.file_id) === id);
    return file && load(nextcloud, file, signal);
  },
};

async function taggedFiles(nextcloud: Nextcloud, signal: AbortSignal): Promise<readonly FileInfo[]> {
  const dav = createDavClient(nextcloud, signal);
  const tags = await dav.propfind({ path: ['remote.php', 'dav', 'systemtags', ''], what: 'the tags' }, '1', [
    'oc:id',
    'oc:display-name',
  ]);
  const tag = tags.find((each) => davText(each, 'oc:display-name') === FILE_TAG);
  if (tag === undefined) return [];
  const rule = element('oc:systemtag', davText(tag, 'oc:id') ?? '');
  const report = element('oc:filter-files', [propsOf(FILE_PROPS), element('oc:filter-rules', [rule])]);
  const target = { path: ['remote.php', 'dav', 'files', nextcloud.user, ''], what: 'your tagged files' };
  return parseMultistatus(await dav.send(target, 'REPORT', report))
    .map(toFileInfo)
    .filter((file) => !file.is_directory && file.file_id !== undefined && file.size <= MAX_FILE_BYTES)
    .filter(({ name, content_type: type = '' }) => isMeantAsText(name, type));
}

async function load(nextcloud: Nextcloud, file: FileInfo, signal: AbortSignal): Promise<SourceDocument | undefined> {
  const { name, path, etag: version, file_id: id, content_type: contentType = '' } = file;
  const segments = parsePath(path);
  try {
    const { body } = await createFilesApi(nextcloud, signal).read(segments, {
      range: undefined,
      maxBytes: MAX_FILE_BYTES,
    });
    const { content, encoding } = toFileContent(body, { name, contentType, hasBefore: false, hasAfter: false });
    if (encoding !== 'utf-8') return undefined;
    const category = segments.slice(0, -1).join('/');
    return { id: String(id), version, title: name, category, text: content };
  } catch (error) {
    if (error instanceof NextcloudError && (error.status === 403 || error.status === 404)) return undefined;
    throw error;
  }
}

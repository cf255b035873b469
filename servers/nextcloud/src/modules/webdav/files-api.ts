import { propsOf } from '../../dav/dav-client.ts';
import { type DavResource, parseMultistatus } from '../../dav/multistatus.ts';
import { buildXml, element } from '../../dav/xml.ts';
import { invalidArgument, NextcloudError } from '../../errors.ts';
import type { Nextcloud, NextcloudResponse } from '../../http/nextcloud.ts';
import { toStatusError } from '../../http/status-errors.ts';
import { FILE_PROPS, type FileInfo, isFolder, toFileInfo } from './file-info.ts';
import { formatPath } from './file-path.ts';
import { buildSearch, type SearchFilters } from './search-query.ts';

/** A client for a user's files over WebDAV. Paths are segments relative to the user's root. */
export interface FilesApi {
  /** The resource itself first; with depth 1, then its direct children. */
  readonly properties: (path: readonly string[], depth: '0' | '1') => Promise<readonly DavResource[]>;
  readonly read: (path: readonly string[], part: FilePart) => Promise<NextcloudResponse>;
  /** Status 201 for a new file, 204 for a replaced one. */
  readonly write: (path: readonly string[], body: Uint8Array<ArrayBuffer>, type: string) => Promise<NextcloudResponse>;
  /** `false` if something has this name already. */
  readonly createFolder: (path: readonly string[]) => Promise<boolean>;
  /** `false` if there was nothing. */
  readonly remove: (path: readonly string[]) => Promise<boolean>;
  /** Whether something at the destination was replaced. */
  readonly transfer: (transfer: Transfer) => Promise<boolean>;
  readonly search: (scope: readonly string[], filters: SearchFilters, limit: number) => Promise<readonly DavResource[]>;
}

interface FilePart {
  /** Without a range, reads from the start and truncates at `maxBytes`. */
  readonly range: { readonly offset: number; readonly length: number } | undefined;
  readonly maxBytes: number;
}

export interface Transfer {
  readonly method: 'COPY' | 'MOVE';
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly overwrite: boolean;
}

const XML = { 'content-type': 'application/xml; charset=utf-8' };
/** Large files and folders take longer than other requests. */
const DEADLINE_MS = 120_000;
/** Statuses of servers for a GET of a folder, beside a page with status 200. */
const FOLDER_STATUSES: readonly number[] = [301, 302, 405, 501];

export function createFilesApi(nextcloud: Nextcloud, signal: AbortSignal): FilesApi {
  const target = (path: readonly string[]) => ({
    path: ['remote.php', 'dav', 'files', nextcloud.user, ...path],
    what: describePath(path),
    signal,
  });
  const files: FilesApi = {
    properties: async (path, depth) => {
      const { text } = await nextcloud.request({
        ...target(path),
        method: 'PROPFIND',
        headers: { ...XML, depth },
        body: buildXml(element('d:propfind', [propsOf(FILE_PROPS)])),
      });
      return parseMultistatus(text);
    },
    read: async (path, { range, maxBytes }) => {
      // Refuse compression: ranges and lengths would refer to the compressed bytes.
      const identity = { 'accept-encoding': 'identity' };
      const bytes = range && { range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
      const response = await nextcloud.request({
        ...target(path),
        method: 'GET',
        headers: { ...identity, ...bytes },
        accept: [416, ...FOLDER_STATUSES],
        maxBytes,
        cuts: true,
        deadlineMs: DEADLINE_MS,
      });
      if (FOLDER_STATUSES.includes(response.status)) {
        await statFile(files, path);
        throw toStatusError(response.status, describePath(path));
      }
      return response;
    },
    write: async (path, body, type) => {
      const response = await nextcloud.request({
        ...target(path),
        method: 'PUT',
        headers: { 'content-type': type },
        body,
        accept: [404, 409],
        deadlineMs: DEADLINE_MS,
      });
      // Nextcloud answers 404 for a missing folder; the standard says 409.
      if (response.status === 404 || response.status === 409) throw missingFolder(path, response.status);
      return response;
    },
    createFolder: async (path) => {
      const { status } = await nextcloud.request({ ...target(path), method: 'MKCOL', accept: [404, 405, 409] });
      if (status === 404 || status === 409) throw missingFolder(path, status);
      return status !== 405;
    },
    remove: async (path) => {
      const { status } = await nextcloud.request({
        ...target(path),
        method: 'DELETE',
        accept: [404],
        deadlineMs: DEADLINE_MS,
      });
      return status !== 404;
    },
    transfer: async ({ method, from, to, overwrite }) => {
      const { status } = await nextcloud.request({
        ...target(from),
        method,
        destination: target(to).path,
        headers: { overwrite: overwrite ? 'T' : 'F' },
        accept: [409, 412],
        deadlineMs: DEADLINE_MS,
      });
      if (status === 409) throw missingFolder(to, status);
      if (status === 412)
        throw new NextcloudError(
          'CONFLICT',
          `${formatPath(to)} exists already, so nothing was changed. Choose another destination, or pass overwrite: true to replace it.`,
          { status },
        );
      return status === 204;
    },
    search: async (scope, filters, limit) => {
      // Nextcloud does not decode this path: a percent-encoded folder name would not be found.
      const href = `/files/${[nextcloud.user, ...scope].join('/')}`;
      const { text } = await nextcloud.request({
        method: 'SEARCH',
        path: ['remote.php', 'dav', ''],
        headers: { 'content-type': 'text/xml; charset=utf-8' },
        body: buildSearch(href, filters, limit),
        what: scope.length === 0 ? 'your files' : describePath(scope),
        deadlineMs: DEADLINE_MS,
        signal,
      });
      return parseMultistatus(text);
    },
  };
  return files;
}

/** The properties of a file; fails for a folder, which a GET would answer with a page for browsers. */
export async function statFile(files: FilesApi, path: readonly string[]): Promise<FileInfo> {
  const [found] = await files.properties(path, '0');
  if (found === undefined) throw toStatusError(404, describePath(path));
  if (isFolder(found)) throw invalidArgument(`${formatPath(path)} is a folder. List it with nc_webdav_list_directory.`);
  return toFileInfo(found);
}

const describePath = (path: readonly string[]): string => `file or folder '${formatPath(path)}'`;

const missingFolder = (path: readonly string[], status: number): NextcloudError =>
  new NextcloudError(
    status === 404 ? 'NOT_FOUND' : 'CONFLICT',
    `Nextcloud cannot put anything at ${formatPath(path)}: the folder ${formatPath(path.slice(0, -1))} is missing, or a folder has this name. Create missing folders with nc_webdav_create_directory.`,
    { status },
  );

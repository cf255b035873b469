import * as z from 'zod';
import { bareEtag } from '../../dav/multistatus.ts';
import { invalidArgument, NextcloudError } from '../../errors.ts';
import type { NextcloudResponse } from '../../http/nextcloud.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ } from '../../tools/hints.ts';
import { toFileContent } from './file-content.ts';
import { FileInfo, isFolder, toFileInfo } from './file-info.ts';
import { filePath, folderPath, formatPath, parseNonRoot, parsePath } from './file-path.ts';
import { createFilesApi, statFile } from './files-api.ts';

/** The most bytes of a file that one call returns. */
const MAX_READ_BYTES = 1024 * 1024;
/** The most entries of a folder that one call returns. */
const MAX_ENTRIES = 1_000;

export const listDirectory = defineTool({
  name: 'nc_webdav_list_directory',
  title: 'List Files and Directories',
  description: `Lists a folder, at most ${MAX_ENTRIES} entries; the counts are of all of them.`,
  hints: READ,
  scopes: ['files:read'],
  input: z.object({ path: folderPath.describe('Folder, such as Documents/2026; empty for the root') }),
  output: z.object({
    path: z.string(),
    files: z.array(FileInfo).readonly(),
    total_count: z.int(),
    directories_count: z.int(),
    files_count: z.int(),
    total_size: z.int().describe('Bytes of the files'),
    is_cut: z.boolean(),
  }),
  run: async ({ path }, { nextcloud, signal }) => {
    const segments = parsePath(path);
    const [folder, ...resources] = await createFilesApi(nextcloud, signal).properties(segments, '1');
    if (folder !== undefined && !isFolder(folder))
      throw invalidArgument(`${formatPath(segments)} is a file. Read it with nc_webdav_read_file.`);
    const entries = resources.map(toFileInfo);
    const files = entries.filter(({ is_directory }) => !is_directory);
    return {
      path: formatPath(segments),
      files: entries.slice(0, MAX_ENTRIES),
      total_count: entries.length,
      directories_count: entries.length - files.length,
      files_count: files.length,
      total_size: files.reduce((sum, { size }) => sum + size, 0),
      is_cut: entries.length > MAX_ENTRIES,
    };
  },
});

export const readFile = defineTool({
  name: 'nc_webdav_read_file',
  title: 'Read File',
  description: `Reads a file: text as text, anything else as base64, at most ${MAX_READ_BYTES} bytes a call. Where is_cut is true, continue at offset + length.`,
  hints: READ,
  scopes: ['files:read'],
  input: z.object({
    path: filePath.describe('File, such as Documents/Plan.md'),
    offset: z.int().min(0).optional().describe('First byte to read; default 0'),
    length: z
      .int()
      .min(1)
      .max(MAX_READ_BYTES, `at most ${MAX_READ_BYTES} bytes a call; read the rest with offset`)
      .optional()
      .describe('Bytes to read'),
  }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    encoding: z.enum(['utf-8', 'base64']),
    content_type: z.string(),
    size: z.int().describe('Bytes of the whole file'),
    offset: z.int(),
    length: z.int().describe('Bytes returned'),
    is_cut: z.boolean().describe('Whether more follows'),
    etag: z.string(),
  }),
  run: async ({ path, offset = 0, length }, { nextcloud, signal }) => {
    const segments = parseNonRoot(path);
    const files = createFilesApi(nextcloud, signal);
    const asksForPart = offset > 0 || length !== undefined;
    const range = asksForPart ? { offset, length: length ?? MAX_READ_BYTES } : undefined;
    const first = await files.read(segments, { range, maxBytes: range?.length ?? MAX_READ_BYTES });
    if (first.status === 416 && offset > 0) throw beyondEnd(segments, (await statFile(files, segments)).size);
    // An empty file has no valid range.
    const response = first.status === 416 ? await files.read(segments, { range: undefined, maxBytes: 0 }) : first;
    const { headers, body } = response;
    // A page for browsers in place of a folder has no etag.
    if (!headers.has('etag')) await statFile(files, segments);
    const size = wholeSizeOf(response) ?? (await statFile(files, segments)).size;
    if (offset > 0 && response.status !== 206)
      throw new NextcloudError('UNEXPECTED_REPLY', 'This server does not read parts of files. Read it without offset.');
    const hasAfter = offset + body.length < size;
    const contentType = headers.get('content-type')?.split(';', 1)[0] ?? 'application/octet-stream';
    const part = { name: segments.at(-1) ?? '', contentType, hasBefore: offset > 0, hasAfter };
    const { content, encoding, skipped, dropped } = toFileContent(body, part);
    return {
      path: formatPath(segments),
      content,
      encoding,
      content_type: contentType,
      size,
      offset: offset + skipped,
      length: body.length - skipped - dropped,
      is_cut: hasAfter,
      etag: bareEtag(headers.get('etag')),
    };
  },
});

/** The size of the whole file; for a part it follows the slash in Content-Range. */
function wholeSizeOf({ status, headers, body, isCut }: NextcloudResponse): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  if (total !== undefined) return Number(total);
  if (status !== 200) return undefined;
  if (!isCut) return body.length;
  const length = Number(headers.get('content-length') ?? Number.NaN);
  return Number.isSafeInteger(length) ? length : undefined;
}

const beyondEnd = (path: readonly string[], size: number): NextcloudError =>
  invalidArgument(`The offset is behind the end of ${formatPath(path)}, which has ${size} bytes. Use a smaller one.`);

import * as z from 'zod';
import { bareEtag } from '../../dav/multistatus.ts';
import { invalidArgument } from '../../errors.ts';
import { defineTool, type Work } from '../../tools/define-tool.ts';
import { Deleted, toDeleted } from '../../tools/deleted.ts';
import { CREATE, DELETE, SET, UPDATE } from '../../tools/hints.ts';
import { filePath, formatPath, parseNonRoot } from './file-path.ts';
import { createFilesApi, type Transfer } from './files-api.ts';

/** The longest content that one call writes, in characters. */
const MAX_CONTENT = 32 * 1024 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const writeFile = defineTool({
  name: 'nc_webdav_write_file',
  title: 'Write File',
  description: 'Writes a whole file; an existing one is replaced. The folder must exist.',
  hints: SET,
  scopes: ['files:write'],
  input: z.object({
    path: filePath.describe('File, such as Documents/Plan.md'),
    content: z.string().max(MAX_CONTENT, `at most ${MAX_CONTENT} characters`).describe('New content, all of it'),
    content_type: z
      .string()
      .max(200)
      .nullable()
      .optional()
      .describe('MIME type; add ;base64 where content is base64, as in image/png;base64'),
  }),
  output: z.object({
    path: z.string(),
    created: z.boolean().describe('false where a file was replaced'),
    size: z.int(),
    etag: z.string(),
  }),
  run: async ({ path, content, content_type }, { nextcloud, signal }) => {
    const segments = parseNonRoot(path);
    const [body, type] = toBytes(content, content_type ?? 'text/plain; charset=utf-8');
    const { status, headers } = await createFilesApi(nextcloud, signal).write(segments, body, type);
    return {
      path: formatPath(segments),
      created: status === 201,
      size: body.length,
      etag: bareEtag(headers.get('etag')),
    };
  },
});

export const createDirectory = defineTool({
  name: 'nc_webdav_create_directory',
  title: 'Create Directory',
  description: 'Creates a folder in an existing folder. Changes nothing where the name is taken.',
  hints: CREATE,
  scopes: ['files:write'],
  input: z.object({ path: filePath.describe('New folder, such as Documents/2026') }),
  output: z.object({ path: z.string(), created: z.boolean(), message: z.string() }),
  run: async ({ path }, { nextcloud, signal }) => {
    const segments = parseNonRoot(path);
    const created = await createFilesApi(nextcloud, signal).createFolder(segments);
    const shown = formatPath(segments);
    return {
      path: shown,
      created,
      message: created ? `Created ${shown}.` : `${shown} exists already; nothing was changed.`,
    };
  },
});

export const deleteResource = defineTool({
  name: 'nc_webdav_delete_resource',
  title: 'Delete File or Directory',
  description: 'Deletes a file, or a folder with everything in it. Nextcloud moves it to the trash if that is enabled.',
  hints: DELETE,
  scopes: ['files:write'],
  input: z.object({ path: filePath.describe('File or folder') }),
  output: Deleted,
  run: async ({ path }, { nextcloud, signal }) => {
    const segments = parseNonRoot(path);
    const wasThere = await createFilesApi(nextcloud, signal).remove(segments);
    return toDeleted(`file or folder ${formatPath(segments)}`, wasThere);
  },
});

const transferInput = z.object({
  source_path: filePath.describe('File or folder'),
  destination_path: filePath.describe('New path, with the name; its folder must exist'),
  overwrite: z.boolean().default(false).describe('Replace what is there; otherwise the call fails'),
});
const Transferred = z.object({
  source_path: z.string(),
  destination_path: z.string(),
  replaced: z.boolean().describe('Whether something was replaced'),
});

export const moveResource = defineTool({
  name: 'nc_webdav_move_resource',
  title: 'Move or Rename File',
  description: 'Moves or renames a file or folder.',
  hints: UPDATE,
  scopes: ['files:write'],
  input: transferInput,
  output: Transferred,
  run: (args, work) => transfer('MOVE', args, work),
});

export const copyResource = defineTool({
  name: 'nc_webdav_copy_resource',
  title: 'Copy File or Directory',
  description: 'Copies a file, or a folder with everything in it.',
  hints: UPDATE,
  scopes: ['files:write'],
  input: transferInput,
  output: Transferred,
  run: (args, work) => transfer('COPY', args, work),
});

async function transfer(
  method: Transfer['method'],
  { source_path, destination_path, overwrite }: z.output<typeof transferInput>,
  { nextcloud, signal }: Work,
): Promise<z.output<typeof Transferred>> {
  const [from, to] = [parseNonRoot(source_path), parseNonRoot(destination_path)];
  if (from.every((segment, index) => segment === to[index]))
    throw invalidArgument(`${formatPath(from)} cannot be put onto or into itself. Choose another destination.`);
  // Replacing a folder that contains the source would delete the source.
  if (to.every((segment, index) => segment === from[index]))
    throw invalidArgument(`${formatPath(to)} contains ${formatPath(from)} and cannot be replaced by it.`);
  const replaced = await createFilesApi(nextcloud, signal).transfer({ method, from, to, overwrite });
  return { source_path: formatPath(from), destination_path: formatPath(to), replaced };
}

/** The bytes to write, and their type: content of a type that names base64 is decoded. */
function toBytes(content: string, type: string): readonly [Uint8Array<ArrayBuffer>, string] {
  if (!/base64/i.test(type)) return [new Uint8Array(Buffer.from(content, 'utf8')), type];
  const compact = content.replaceAll(/\s+/g, '');
  if (!BASE64.test(compact)) throw invalidArgument('The content is not valid base64, as its content_type says.');
  const plain = type.replace(/\s*;?\s*base64/i, '');
  return [new Uint8Array(Buffer.from(compact, 'base64')), plain === '' ? 'application/octet-stream' : plain];
}

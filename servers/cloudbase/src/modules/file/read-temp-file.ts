import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { CloudBaseError, invalidArgument } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { READ_LOCAL } from '../../tools/hints.ts';
import { TEMP_FILE_LIMIT, tooLargeForModel } from './temp-file-limit.ts';

export const readTempFile = defineTool({
  name: 'readTempFile',
  title: { en: 'Read temporary file', zh: '读取临时文件' },
  description: {
    en: 'Reads a file (at most 100 KB) that createTempFile or downloadRemoteFile made.',
    zh: '读取由 createTempFile 或 downloadRemoteFile 生成的文件（最大 100 KB）。',
  },
  hints: READ_LOCAL,
  input: (t) =>
    z.object({
      filePath: z.string().min(1).describe(t('Path of the file', '文件路径')),
      asBase64: z.boolean().optional().describe(t('Return base64', '以 base64 返回')),
    }),
  output: z.object({ content: z.string(), fileSize: z.number(), encoding: z.enum(['utf-8', 'base64']) }),
  run: async ({ filePath, asBase64 = false }, { temporary, t }) => {
    const handle = await openInside(temporary, filePath, t);
    try {
      const data = await readAtMost(handle, t);
      return {
        content: asBase64 ? data.toString('base64') : decodeText(data, t),
        fileSize: data.length,
        encoding: asBase64 ? ('base64' as const) : ('utf-8' as const),
      };
    } finally {
      await handle.close();
    }
  },
});

/** Opens a file of this server's own folder, safe against `..` and symbolic links. */
async function openInside(temporary: string, filePath: string, t: Translate): Promise<FileHandle> {
  const missing = new CloudBaseError('NOT_FOUND', t('There is no such temporary file.', '临时文件不存在。'));
  const outside = new CloudBaseError(
    'NOT_ALLOWED',
    t("Only files in this server's own temporary folder can be read.", '只能读取本服务自己的临时目录中的文件。'),
  );
  if (filePath.includes('\0')) throw outside;
  const folder = await realpath(temporary).catch(() => resolve(temporary));
  const target = resolve(folder, filePath);
  // Give the same error whether or not a path outside exists, to leak nothing.
  if (!isInside(folder, target) && !isInside(resolve(temporary), target)) throw outside;
  const parent = await realpath(dirname(target)).catch(() => undefined);
  if (parent === undefined) throw missing;
  if (parent !== folder && !isInside(folder, parent)) throw outside;
  // Without O_NONBLOCK, opening a named pipe would block until a writer opens it.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  return await open(join(parent, basename(target)), flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' || error.code === 'EMLINK' ? outside : missing;
  });
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return (
    relativePath !== '' && relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}

async function readAtMost(handle: FileHandle, t: Translate): Promise<Buffer> {
  const { size, isFile } = await handle.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
  if (!isFile) throw invalidArgument(t('filePath is not a file.', 'filePath 不是文件。'));
  if (size > TEMP_FILE_LIMIT) throw tooLargeForModel(size, t);
  const buffer = Buffer.alloc(TEMP_FILE_LIMIT + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
    if (length > TEMP_FILE_LIMIT) throw tooLargeForModel(length, t);
  }
}

function decodeText(data: Buffer, t: Translate): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw invalidArgument(t('The file is not text. Set asBase64 to read it.', '文件不是文本，请设置 asBase64 读取。'));
  }
}

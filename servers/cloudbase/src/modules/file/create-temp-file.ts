import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { invalidArgument } from '../../errors.ts';
import { decodeBase64 } from '../../files/decode-base64.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ADD_LOCAL } from '../../tools/hints.ts';
import { TEMP_FILE_LIMIT, tooLargeForModel } from './temp-file-limit.ts';

const EXTENSION = /^\.[A-Za-z0-9]{1,10}$/;

export const createTempFile = defineTool({
  name: 'createTempFile',
  title: { en: 'Create temporary file', zh: '创建临时文件' },
  description: {
    en: 'Writes text or base64 (at most 100 KB) to a new temporary file, and returns its path.',
    zh: '将文本或 base64 内容（最大 100 KB）写入新的临时文件，返回文件路径。',
  },
  hints: ADD_LOCAL,
  input: (t) =>
    z.object({
      content: z.string().describe(t('Text, or base64', '文本或 base64')),
      isBase64: z.boolean().optional().describe(t('Whether content is base64', 'content 是否为 base64')),
      extension: z.string().optional().describe(t('Such as .txt', '扩展名，如 .txt')),
    }),
  output: z.object({ filePath: z.string(), fileSize: z.number() }),
  run: async ({ content, isBase64 = false, extension = '' }, { temporary, t }) => {
    if (extension !== '' && !EXTENSION.test(extension))
      throw invalidArgument(
        t(
          'extension is a dot and 1 to 10 letters or digits, such as .txt.',
          'extension 应为一个点加 1 到 10 个字母或数字，例如 .txt。',
        ),
      );
    const data = isBase64 ? decodeBase64('content', content, t) : Buffer.from(content, 'utf8');
    if (data.length > TEMP_FILE_LIMIT) throw tooLargeForModel(data.length, t);
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const filePath = join(temporary, randomBytes(16).toString('hex') + extension);
    await writeFile(filePath, data, { flag: 'wx', mode: 0o600 });
    return { filePath, fileSize: data.length };
  },
});

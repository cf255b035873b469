import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { createAddressPolicy } from '../../download/address-policy.ts';
import { download } from '../../download/download.ts';
import { defineTool } from '../../tools/define-tool.ts';
import { ADD } from '../../tools/hints.ts';
import { extensionOf } from './extension.ts';

export const downloadRemoteFile = defineTool({
  name: 'downloadRemoteFile',
  title: { en: 'Download remote file', zh: '下载远程文件' },
  description: {
    en: 'Downloads a public http(s) file of at most 100 MB into the temporary folder, and returns its path.',
    zh: '将公网 http(s) 文件（最大 100 MB）下载到临时目录，返回文件路径。',
  },
  hints: ADD,
  input: (t) => z.object({ url: z.string().max(4_096).describe(t('URL of the file', '文件的 URL')) }),
  output: z.object({ filePath: z.string(), contentType: z.string(), fileSize: z.number() }),
  run: async ({ url: address }, { temporary, mayReachPrivate, t, signal }) => {
    const policy = createAddressPolicy({ t, mayReachPrivate });
    await mkdir(temporary, { recursive: true, mode: 0o700 });
    const file = join(temporary, randomBytes(16).toString('hex'));
    const { size, contentType, url } = await download(address, file, { policy, t, signal });
    const filePath = file + extensionOf(contentType, url);
    await rename(file, filePath);
    return { filePath, contentType, fileSize: size };
  },
});

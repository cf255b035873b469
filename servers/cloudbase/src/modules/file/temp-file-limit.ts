import { CloudBaseError } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';

/** The size limit of temporary files in arguments and results, as text or base64. */
export const TEMP_FILE_LIMIT: number = 100 * 1024;

export const tooLargeForModel = (size: number, t: Translate): CloudBaseError =>
  new CloudBaseError(
    'TOO_LARGE',
    t(
      `The content has ${size} bytes, and the limit of temporary files (TEMP_FILE_LIMIT) is ${TEMP_FILE_LIMIT} bytes.`,
      `内容为 ${size} 字节，超过临时文件上限（TEMP_FILE_LIMIT）${TEMP_FILE_LIMIT} 字节。`,
    ),
    { size, limit: TEMP_FILE_LIMIT },
  );

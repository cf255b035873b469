import { invalidArgument } from '../errors.ts';
import type { Translate } from '../lang/lang.ts';

/** Node's decoder skips invalid characters, so the result is encoded again and compared. Throws INVALID_ARGUMENT. */
export function decodeBase64(argument: string, text: string, t: Translate): Buffer {
  const given = text.replaceAll(/[\r\n]/g, '');
  const data = Buffer.from(given, 'base64');
  if (data.toString('base64') !== given)
    throw invalidArgument(t(`${argument} is not valid base64.`, `${argument} 不是有效的 base64。`));
  return data;
}

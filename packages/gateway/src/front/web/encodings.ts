import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PageFile } from './page-files.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Compresses each file once per encoding, off the main thread, so that calls do not wait. */
export interface Encoder {
  readonly encode: (file: PageFile, encoding: Encoding) => Promise<Buffer>;
}

/** Compressing smaller files saves no packet. */
const MIN_BYTES = 1_024;

const brotli = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export function createEncoder(): Encoder {
  const known = new Map<string, Promise<Buffer>>();
  return {
    encode: (file, encoding) => {
      if (encoding === 'identity') return Promise.resolve(file.bytes);
      const key = `${encoding} ${file.hash}`;
      const before = known.get(key) ?? compress(file, encoding);
      known.set(key, before);
      return before;
    },
  };
}

/** Quality 11 would take seconds for the last few percent. */
const compress = ({ bytes }: PageFile, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'gzip' ? gzipAsync(bytes) : brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });

/**
 * The best encoding of a file for an Accept-Encoding header.
 *
 * @example
 * chooseEncoding(file, 'gzip, deflate, br;q=0') // 'gzip'
 */
export function chooseEncoding({ bytes, isText }: PageFile, accepted: string | undefined): Encoding {
  if (!isText || bytes.length < MIN_BYTES || accepted === undefined) return 'identity';
  const names = accepted.toLowerCase().split(',').flatMap(acceptedName);
  return names.includes('br') ? 'br' : names.includes('gzip') ? 'gzip' : 'identity';
}

function acceptedName(part: string): readonly string[] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
}

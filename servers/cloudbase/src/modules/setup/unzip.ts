import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { type Entry, type Options, open, type ZipFile } from 'yauzl';
import { CloudBaseError } from '../../errors.ts';
import type { Translate } from '../../lang/lang.ts';

const MAX_ENTRIES = 5_000;
const MAX_UNPACKED: number = 300 * 1024 * 1024;

export interface UnzipLimits {
  readonly entries?: number;
  readonly bytes?: number;
}

/**
 * Unpacks a zip file into an empty folder, and returns the paths of its files, with slashes. Checks all entries before it writes the
 * first one. Throws UNEXPECTED_REPLY and TOO_LARGE.
 */
export async function unzip(
  zip: string,
  folder: string,
  { t, signal, limits = {} }: { readonly t: Translate; readonly signal: AbortSignal; readonly limits?: UnzipLimits },
): Promise<readonly string[]> {
  const { entries: maxEntries = MAX_ENTRIES, bytes: maxBytes = MAX_UNPACKED } = limits;
  const refused = (en: string, zh: string): CloudBaseError => new CloudBaseError('UNEXPECTED_REPLY', t(en, zh));
  const archive = await openZip(zip, { autoClose: false, lazyEntries: true, strictFileNames: true }).catch(() => {
    throw refused('The template is not a valid zip file.', '模板不是有效的 zip 文件。');
  });
  try {
    if (archive.entryCount > maxEntries)
      throw new CloudBaseError(
        'TOO_LARGE',
        t(`The template has more than ${maxEntries} entries.`, `模板的条目超过 ${maxEntries} 个。`),
      );
    const files: Entry[] = [];
    const seen = new Set<string>();
    let size = 0;
    try {
      for await (const entry of entriesOf(archive)) {
        const problem = unsafeReason(entry) ?? (seen.has(entry.fileName) ? 'duplicate' : undefined);
        if (problem !== undefined)
          throw refused(
            `The template has an unsafe entry (${problem}): ${JSON.stringify(entry.fileName.slice(0, 200))}. Nothing was written.`,
            `模板包含不安全的条目（${problem}）：${JSON.stringify(entry.fileName.slice(0, 200))}。未写入任何文件。`,
          );
        seen.add(entry.fileName);
        size += entry.uncompressedSize;
        if (size > maxBytes)
          throw new CloudBaseError(
            'TOO_LARGE',
            t(
              `The template unpacks to more than ${Math.round(maxBytes / 1024 / 1024)} MB.`,
              `模板解压后超过 ${Math.round(maxBytes / 1024 / 1024)} MB。`,
            ),
          );
        if (!entry.fileName.endsWith('/')) files.push(entry);
      }
      for (const entry of files) {
        const target = join(folder, entry.fileName);
        await mkdir(dirname(target), { recursive: true });
        // yauzl fails if an entry unpacks to more than it announced.
        const stream = await openStream(archive, entry);
        await pipeline(stream, createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal });
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CloudBaseError) throw error;
      // yauzl refuses absolute paths, `..` and backslashes by itself.
      throw refused(
        'The template is damaged or has unsafe entries. Nothing was written.',
        '模板已损坏或包含不安全的条目。未写入任何文件。',
      );
    }
    return files.map(({ fileName }) => fileName);
  } finally {
    archive.close();
  }
}

const openZip = promisify<string, Options, ZipFile>(open);

const openStream = (archive: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    archive.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error))),
  );

async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const next = new Promise<Entry | undefined>((resolve, reject) => {
      archive.once('entry', resolve);
      archive.once('end', () => resolve(undefined));
      archive.once('error', reject);
    });
    archive.readEntry();
    const entry = await next;
    for (const event of ['entry', 'end', 'error']) archive.removeAllListeners(event);
    if (entry === undefined) return;
    yield entry;
  }
}

const TYPE_MASK = 0o170000;
const FILE_TYPES: ReadonlySet<number> = new Set([0, 0o100000, 0o040000]);

/** The reason why an entry is unsafe. */
function unsafeReason({ fileName, externalFileAttributes, generalPurposeBitFlag }: Entry): string | undefined {
  const parts = fileName.replace(/\/$/, '').split('/');
  if (/^(?:\/|[A-Za-z]:)/.test(fileName)) return 'absolute path';
  if (parts.some((part) => part === '..' || part === '.' || part === '')) return 'traversal';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters.
  if (/[\u0000-\u001f\\]/.test(fileName)) return 'control character';
  // Git would run hooks from such a folder.
  if (parts.some((part) => part.toLowerCase() === '.git')) return '.git';
  if (!FILE_TYPES.has((externalFileAttributes >>> 16) & TYPE_MASK)) return 'symbolic link';
  if ((generalPurposeBitFlag & 1) !== 0) return 'encrypted';
  return undefined;
}

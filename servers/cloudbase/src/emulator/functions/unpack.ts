import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { LIMITS } from '../limits.ts';
import { Refusal } from '../refusal.ts';

/** Unpacks a package. Refuses paths outside of the folder, links, and packages that are too large. */
export async function unpack(zip: Buffer, folder: string): Promise<void> {
  let bytes = 0;
  let files = 0;
  await eachEntry(zip, async (entry, open) => {
    const target = join(folder, entry.fileName);
    const inside = relative(folder, target);
    if (inside.startsWith('..') || inside.startsWith(sep))
      throw broken(`The path ${entry.fileName} leaves the package.`);
    if (((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000)
      throw broken(`${entry.fileName} is a symbolic link.`);
    files += 1;
    bytes += entry.uncompressedSize;
    if (files > LIMITS.unpackedFiles) throw broken(`The package has more than ${LIMITS.unpackedFiles} files.`);
    if (bytes > LIMITS.unpackedBytes) throw broken(`The package is larger than ${LIMITS.unpackedBytes} bytes.`);
    if (entry.fileName.endsWith('/')) {
      await mkdir(target, { recursive: true });
      return;
    }
    await mkdir(dirname(target), { recursive: true });
    await pipeline(await open(), createWriteStream(target, { flags: 'wx', mode: 0o644 }));
  });
}

async function eachEntry(
  zip: Buffer,
  handle: (entry: Entry, open: () => Promise<Readable>) => Promise<void>,
): Promise<void> {
  const file = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, opened) =>
      error ? reject(broken(error.message)) : resolve(opened),
    ),
  );
  await new Promise<void>((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(error instanceof Refusal ? error : broken(error instanceof Error ? error.message : 'unreadable'));
    const open = (entry: Entry): Promise<Readable> =>
      new Promise((opened, failed) =>
        file.openReadStream(entry, (error, stream) => (error ? failed(error) : opened(stream))),
      );
    file.on('error', fail);
    file.on('end', resolve);
    file.on('entry', (entry: Entry) => {
      handle(entry, () => open(entry)).then(() => file.readEntry(), fail);
    });
    file.readEntry();
  });
}

const broken = (message: string): Refusal =>
  new Refusal('InvalidParameter.Code', `The package cannot be unpacked: ${message}`);

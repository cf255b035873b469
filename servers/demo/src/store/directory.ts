import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createFile, isDraft, replaceFile } from '@toolmark/base';
import * as z from 'zod';
import { directoryRefused } from '../errors.ts';
import { unlessMissing } from './errno.ts';
import { assertFolder } from './plain-files.ts';

/** The playground's own directory, ready for use. */
export interface Directory {
  readonly path: string;
  readonly notes: string;
  readonly files: string;
  readonly isSeeded: boolean;
  markSeeded(): Promise<void>;
}

const MARKER = 'toolmark-demo.json';
const Marker = z.object({ format: z.literal(1), seeded: z.boolean() });
type Marker = z.infer<typeof Marker>;

/**
 * Opens the directory, and creates it if necessary. Rejects a directory with other contents: the playground deletes
 * files, so it must have a directory of its own.
 */
export async function openDirectory(wanted: string): Promise<Directory> {
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  const path = await realpath(wanted);
  const marker = (await readMarker(path)) ?? (await claim(path));
  const [notes, files] = [join(path, 'notes'), join(path, 'files')];
  for (const folder of [notes, files]) {
    await mkdir(folder, { recursive: true });
    await assertFolder(folder);
  }
  const markSeeded = async () => {
    await replaceFile(join(path, MARKER), printMarker({ format: 1, seeded: true }));
  };
  return { path, notes, files, isSeeded: marker.seeded, markSeeded };
}

/** If two servers start at once, both get the same marker. */
async function claim(path: string): Promise<Marker> {
  const others = (await readdir(path)).filter((name) => name !== MARKER && !isDraft(name));
  const marker: Marker = { format: 1, seeded: false };
  if (others.length > 0 && (await readMarker(path)) === undefined) {
    throw directoryRefused(path, 'has other things in it; give an empty or a new one with --dir');
  }
  await createFile(join(path, MARKER), printMarker(marker));
  return (await readMarker(path)) ?? marker;
}

async function readMarker(path: string): Promise<Marker | undefined> {
  const text = await unlessMissing(readFile(join(path, MARKER), 'utf8'));
  if (text === undefined) return undefined;
  const parsed = Marker.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw directoryRefused(path, `has a ${MARKER} that this version cannot read; give another one with --dir`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const printMarker = (marker: Marker): string => `${JSON.stringify(marker)}\n`;

import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandTarget } from '@toolmark/reach';

const MAX_FILES = 20;

/** The files and directories that a server was started with: its tools work on them. */
export function seedsOf({ args = [], env = {}, cwd }: CommandTarget): {
  readonly files: readonly string[];
  readonly directories: readonly string[];
} {
  const files: string[] = [];
  const directories: string[] = [];
  const words = [...args, ...Object.values(env)].map((word) => word.replace(/^--?[\w-]+=/, ''));
  for (const word of words) {
    const path = resolve(cwd ?? process.cwd(), word);
    if (!word.includes('/') || /node_modules|site-packages|\.(?:m?js|cjs|ts|py)$/.test(word)) continue;
    const kind = kindOf(path);
    if (kind === 'directory') directories.push(path);
    if (kind === 'file') files.push(path);
  }
  for (const directory of directories) {
    const inside = readdirSync(directory).map((name) => join(directory, name));
    files.push(...inside.filter((path) => kindOf(path) === 'file').slice(0, MAX_FILES));
  }
  return { files, directories };
}

function kindOf(path: string): 'file' | 'directory' | undefined {
  try {
    const stats = statSync(path);
    return stats.isDirectory() ? 'directory' : stats.isFile() ? 'file' : undefined;
  } catch {
    return undefined;
  }
}

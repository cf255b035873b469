import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../support/run-cli.ts';

/** The folders that the map names: those of packages and servers, and what it says of the inside of each. */
interface ArchitectureMap {
  /** `packages/base`. */
  readonly parts: readonly string[];
  /** `packages/audit/report`. */
  readonly folders: readonly string[];
}

async function readMap(): Promise<ArchitectureMap> {
  const text = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, map = ''] = /\n## Map\n\n```\n([\s\S]*?)```/.exec(text) ?? [];
  const [parts, folders]: [string[], string[]] = [[], []];
  let area = '';
  for (const line of map.split('\n')) {
    const [, top] = /^([\w-]+)\//.exec(line) ?? [];
    const [, part] = /^ {2}([\w-]+)\/ /.exec(line) ?? [];
    const [, names = ''] = /^ {4}(\S.*?)(?: {2,}|$)/.exec(line) ?? [];
    if (top !== undefined) area = top;
    if (part !== undefined) parts.push(`${area}/${part}`);
    for (const name of names.split(' ').filter((given) => given.endsWith('/')))
      folders.push(`${parts.at(-1)}/${name.slice(0, -1)}`);
  }
  return { parts, folders };
}

describe('ARCHITECTURE.md', () => {
  it('has at most 200 lines', async () => {
    const text = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
  });

  it('names every package and every server in its map, and no other', async () => {
    const areas = await Promise.all(
      ['packages', 'servers'].map(async (area) => (await readdir(join(root, area))).map((name) => `${area}/${name}`)),
    );
    expect([...(await readMap()).parts].sort()).toEqual(areas.flat().sort());
  });

  it('names only folders that are there', async () => {
    const { folders } = await readMap();
    const isThere = (folder: string): boolean => {
      const [area = '', part = '', ...inside] = folder.split('/');
      return [['src'], []].some((below) => existsSync(join(root, area, part, ...below, ...inside)));
    };
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.filter((folder) => !isThere(folder))).toEqual([]);
  });
});

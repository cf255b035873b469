import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirements } from '../requirements.ts';
import { root } from '../support/run-cli.ts';

/** Other folders have their own requirements, with similar ids. */
const FOLDERS = ['packages/gateway', 'packages/api-contract', 'packages/cli', 'packages/web', 'e2e/record', 'e2e/web'];
/** The folders whose tests can cover requirements of the page. */
const PAGE_FOLDERS = ['packages/web', 'e2e/web'];

const ID = /(?<![\w.-])(?:US\d+\.\d+|(?:FR|SC)-\d{3}|EC-\d+|(?:C|D|S|UI)-[a-z]+(?:-[a-z]+)*)(?![\w-])/g;

interface Citation {
  readonly id: string;
  readonly file: string;
}

async function readCitations(): Promise<readonly Citation[]> {
  const files = (await Promise.all(FOLDERS.map(listTests))).flat();
  const citations = await Promise.all(
    files.map(async (path) => {
      const file = relative(root, path).split(sep).join('/');
      return [...(await readFile(path, 'utf8')).matchAll(ID)].map(([id]) => ({ id, file }));
    }),
  );
  return citations.flat();
}

async function listTests(folder: string): Promise<readonly string[]> {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter(({ name, parentPath }) => name.endsWith('.test.ts') && !/node_modules|[/\\]dist\b/.test(parentPath))
    .map(({ name, parentPath }) => join(parentPath, name));
}

const isPage = ({ file }: Citation): boolean => PAGE_FOLDERS.some((folder) => file.startsWith(`${folder}/`));

const uncited = (by: 'record' | 'page', citations: readonly Citation[]): readonly string[] => {
  const cited = new Set(citations.map(({ id }) => id));
  return requirements.filter((each) => each.by === by && !cited.has(each.id)).map(({ id, says }) => `${id}: ${says}`);
};

describe('the requirements', () => {
  it('have unique ids', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.filter((id) => id.match(ID)?.[0] !== id)).toEqual([]);
  });

  it('of the record are each cited by a test', async () => {
    expect(uncited('record', await readCitations())).toEqual([]);
  });

  it('of the page are each cited by a test of the page', async () => {
    expect(uncited('page', (await readCitations()).filter(isPage))).toEqual([]);
  });

  it('cited by tests exist', async () => {
    const known = new Set(requirements.map(({ id }) => id));
    const unknown = (await readCitations()).filter(({ id }) => !known.has(id));
    expect(unknown.map(({ id, file }) => `${id} in ${file}`)).toEqual([]);
  });
});

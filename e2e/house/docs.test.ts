import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../scripts/generated-files.ts';
import { root } from '../support/run-cli.ts';

describe('the generated pages', () => {
  it('match the code; run `npm run docs` if they do not', async () => {
    for (const [path, content] of await generatedFiles()) {
      expect(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toBe(content);
    }
  });
});

describe('README.md', () => {
  it('has at most 120 lines', async () => {
    const text = await readFile(join(root, 'README.md'), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });
});

describe('links between pages', () => {
  it('have existing targets', async () => {
    const pages = await listPages();
    const dead: string[] = [];
    for (const page of pages) {
      const text = await readFile(page, 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)) {
        if (!existsSync(join(dirname(page), target))) dead.push(`${relative(root, page)} → ${target}`);
      }
    }
    expect(pages.length).toBeGreaterThan(20);
    expect(dead).toEqual([]);
  });
});

async function listPages(): Promise<readonly string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && !/node_modules|\.git\b/.test(entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name));
}

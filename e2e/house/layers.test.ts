import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenRules, cyclesOf, edgesOf, GATEWAY_LAYERS } from '../../scripts/layers/layers.ts';
import { GATEWAY_SOURCE } from '../../scripts/layers/layers-page.ts';
import { importedSpecifiers, readImports } from '../../scripts/layers/read-imports.ts';
import { root } from '../support/run-cli.ts';

describe('the layers of the gateway', () => {
  it('import only downwards, types included', () => {
    expect(brokenRules(readImports(GATEWAY_SOURCE), GATEWAY_LAYERS)).toEqual([]);
  });

  it('are the folders of its sources, none more and none less', async () => {
    const entries = await readdir(GATEWAY_SOURCE);
    expect(entries.sort()).toEqual(GATEWAY_LAYERS.map(({ name }) => name).sort());
  });

  it('are listed in ARCHITECTURE.md in the same order', async () => {
    const text = await readFile(join(root, 'ARCHITECTURE.md'), 'utf8');
    const [, section = ''] = /\n## Layers of the gateway\n([\s\S]*?)\n## /.exec(text) ?? [];
    const listed = [...section.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, name]) => name);
    expect(listed).toEqual(GATEWAY_LAYERS.map(({ name }) => name).filter((name) => !name.endsWith('.ts')));
  });
});

describe('the rule', () => {
  const layers = ['front', 'core', 'base'].map((name) => ({ name, purpose: '' }));

  /** The violations that the rule reports for a source folder with these files. */
  async function check(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'toolmark-layers-'));
    try {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), text);
      }
      return brokenRules(readImports(folder), layers);
    } finally {
      await rm(folder, { recursive: true });
    }
  }

  it.each([
    ['a value', "import { a } from '../front/a.ts';"],
    ['a type', "import type { A } from '../front/a.ts';"],
    ['several lines', "import {\n  a,\n  type A,\n} from '../front/a.ts';"],
    ['what is handed on', "export { a } from '../front/a.ts';"],
    ['what is loaded later', "const load = () => import('../front/a.ts');"],
    ['a type in place', "let a: import('../front/a.ts').A;"],
    ['a worker thread', "startThread('../front/a.ts', import.meta.url, {});"],
  ])('refuses an import that points up: %s', async (_what, code) => {
    const broken = await check({ 'front/a.ts': '', 'base/b.ts': code });
    expect(broken).toEqual(['base/b.ts imports front/a.ts: base is below front']);
  });

  it('accepts imports that point down, stay in the layer, belong to a test or are in a comment', async () => {
    const broken = await check({
      'front/a.ts': "import '../core/c.ts';\nimport './b.ts';\nimport { ok } from '@toolmark/annotations';",
      'front/b.ts': '',
      'core/c.ts': "/** @example\n * import { a } from '../front/a.ts';\n */\n// import '../front/a.ts';",
      'core/c.test.ts': "import '../front/a.ts';",
      'core/fixtures/world.ts': "import '../../front/a.ts';",
    });
    expect(broken).toEqual([]);
  });

  it('rejects a folder that is not a layer', async () => {
    const broken = await check({ 'front/a.ts': "import '../tokens/t.ts';", 'tokens/t.ts': "import '../base/b.ts';" });
    expect(broken).toEqual(['front/a.ts imports tokens/t.ts, which is in no layer', 'tokens/t.ts is in no layer']);
  });

  it('names the folders of a cycle', () => {
    const imports = [
      { from: 'a/1.ts', to: 'b/1.ts' },
      { from: 'b/2.ts', to: 'c/1.ts' },
      { from: 'c/2.ts', to: 'a/2.ts' },
      { from: 'c/2.ts', to: 'd/1.ts' },
    ];
    expect(cyclesOf(edgesOf(imports))).toEqual([['a', 'b', 'c']]);
  });

  it('reads packages of ours as well', () => {
    expect(importedSpecifiers("import { ok } from '@toolmark/annotations';\nimport { z } from 'zod';")).toEqual([
      '@toolmark/annotations',
    ]);
  });
});

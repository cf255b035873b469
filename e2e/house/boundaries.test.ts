import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/run-cli.ts';

const run = promisify(execFile);

/** Lints a hypothetical file with the project's own rules, in a copy of its skeleton. */
async function lint(folder: string, file: string, code: string): Promise<string> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${code}\n`);
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const { stdout, stderr } = await run(biome, ['lint', '--colors=off', file], { cwd: folder }).catch(
    (failure: { stdout: string; stderr: string }) => failure,
  );
  return stdout + stderr;
}

describe('import boundaries', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolmark-lint-'));
    await Promise.all(['biome.json', '.gitignore'].map((name) => cp(join(root, name), join(folder, name))));
  });

  it.each([
    [
      'packages/annotations/src/a.ts',
      "import { readFile } from 'node:fs';\nexport const a = readFile;",
      'annotations is pure',
    ],
    [
      'packages/annotations/src/b.ts',
      "import { createKit } from '@toolmark/kit';\nexport const a = createKit;",
      'annotations is pure',
    ],
    [
      'packages/audit/src/a.ts',
      "import { createKit } from '@toolmark/kit';\nexport const a = createKit;",
      'audit may import',
    ],
    [
      'packages/reach/src/a.ts',
      "import { audit } from '@toolmark/audit';\nexport const a = audit;",
      'reach may import',
    ],
    [
      'packages/api-contract/src/a.ts',
      "import { readFile } from 'node:fs';\nexport const a = readFile;",
      'api-contract is pure',
    ],
    [
      'packages/web/src/pages/a.ts',
      "import { DialogRoot } from 'reka-ui';\nexport const a = DialogRoot;",
      'Only packages/web/src/ui knows',
    ],
    [
      'packages/web/src/pages/a.ts',
      "import { useQuery } from '@tanstack/vue-query';\nexport const a = useQuery;",
      'Only packages/web/src/ui knows',
    ],
    [
      'packages/web/src/api/a.ts',
      "import { DialogRoot } from 'reka-ui';\nexport const a = DialogRoot;",
      'packages/web/src/api knows',
    ],
    [
      'packages/web/src/ui/a.ts',
      "import { startGateway } from '@toolmark/gateway';\nexport const a = startGateway;",
      'web may import',
    ],
    [
      'packages/gateway/src/a.ts',
      "import { audit } from '@toolmark/audit';\nexport const a = audit;",
      'gateway may import',
    ],
    [
      'packages/base/src/a.ts',
      "import { createUpstreams } from '@toolmark/upstream';\nexport const a = createUpstreams;",
      'base may import',
    ],
    [
      'packages/upstream/src/a.ts',
      "import { createOutbox } from '@toolmark/record';\nexport const a = createOutbox;",
      'upstream may import',
    ],
    [
      'packages/record/src/a.ts',
      "import { startGateway } from '@toolmark/gateway';\nexport const a = startGateway;",
      'record may import',
    ],
    [
      'packages/config/src/a.ts',
      "import { startGateway } from '@toolmark/gateway';\nexport const a = startGateway;",
      'config may import',
    ],
    [
      'packages/config/src/b.ts',
      "import { connect } from '@toolmark/setup';\nexport const a = connect;",
      'config may import',
    ],
    [
      'packages/setup/src/a.ts',
      "import { createUpstreams } from '@toolmark/upstream';\nexport const a = createUpstreams;",
      'setup may import',
    ],
    ['packages/kit/src/a.ts', "import { run } from '@toolmark/cli';\nexport const a = run;", 'kit may import'],
    [
      'packages/cli/src/a.ts',
      "import { a } from '@toolmark/audit/src/audit.ts';\nexport const b = a;",
      'cli may import',
    ],
    [
      'packages/annotations/src/d.ts',
      "import { kit } from '../../kit/src/kit.ts';\nexport const a = kit;",
      'annotations is pure',
    ],
    [
      'servers/debug/src/a.ts',
      "import { startGateway } from '@toolmark/gateway';\nexport const a = startGateway;",
      'servers may import',
    ],
    [
      'servers/demo/src/a.ts',
      "import { audit } from '@toolmark/audit';\nexport const a = audit;",
      'servers may import',
    ],
  ])('%s cannot import forbidden modules', async (file, code, message) => {
    expect(await lint(folder, file, code)).toContain(message);
  });

  it('cycles, re-exported barrels and default exports are rejected', async () => {
    await lint(
      folder,
      'packages/annotations/src/one.ts',
      "import { two } from './two.ts';\nexport const one = (): unknown => two;",
    );
    const cycle = "import { one } from './one.ts';\nexport const two = (): unknown => one;";
    expect(await lint(folder, 'packages/annotations/src/two.ts', cycle)).toContain('noImportCycles');
    expect(await lint(folder, 'packages/annotations/src/barrel.ts', "export * from './one.ts';")).toContain(
      'noReExportAll',
    );
    expect(await lint(folder, 'packages/annotations/src/default.ts', 'export default 1;')).toContain('noDefaultExport');
  });

  it('allowed imports are accepted', async () => {
    const code = "import { helper } from './helper/helper.ts';\nexport const a = helper;";
    expect(await lint(folder, 'packages/annotations/src/c.ts', code)).not.toContain('noRestrictedImports');
  });
});

describe('the toolchain', () => {
  it('is TypeScript 7 on the pinned Node', async () => {
    const { stdout } = await run(process.execPath, [join(root, 'node_modules', '.bin', 'tsc'), '--version'], {
      cwd: root,
    });
    expect(stdout).toMatch(/^Version 7\./);
    expect(process.version).toMatch(/^v24\./);
  });
});

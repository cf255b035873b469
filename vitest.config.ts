import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers and the programs that tests start inherit this: types are stripped and code is compiled once for all of them.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'toolmark', 'compiled');

// Tests run from the TypeScript sources; only e2e/ runs the built files.
const conditions = ['@toolmark/source', 'import', 'module', 'default'];
/** Files that mock modules need a process of their own. */
const ISOLATED = '**/*.isolated.test.ts';
const project = (name: string, include: string[], testTimeout = 5_000, isolate = false) => ({
  resolve: { conditions },
  // These go to Node as --conditions. 'module' names builds that only bundlers can read; 'import' would give require() ESM builds.
  ssr: { resolve: { conditions: ['@toolmark/source'] } },
  test: {
    name,
    include,
    testTimeout,
    // Most projects share a process between files: starting one for each took most of the time of the small tests.
    isolate,
    exclude: ['**/node_modules/**', ...(name === 'isolated' ? [] : [ISOLATED])],
    // A poll may take half of the test's time, because the machine may be loaded.
    expect: { poll: { timeout: testTimeout / 2 } },
  },
});

// Builds the programs before it runs them.
const e2e = project('e2e', ['e2e/**/*.test.ts'], 120_000);

export default defineConfig({
  test: {
    projects: [
      project('annotations', ['packages/annotations/src/**/*.test.ts']),
      project('reach', ['packages/reach/src/**/*.test.ts'], 20_000),
      project('audit', ['packages/audit/src/**/*.test.ts'], 20_000),
      project('kit', ['packages/kit/src/**/*.test.ts'], 20_000),
      project('api-contract', ['packages/api-contract/src/**/*.test.ts']),
      project('base', ['packages/base/src/**/*.test.ts'], 20_000),
      project('secrets', ['packages/secrets/src/**/*.test.ts'], 20_000),
      project('upstream', ['packages/upstream/src/**/*.test.ts'], 20_000),
      project('verify', ['packages/verify/src/**/*.test.ts'], 30_000),
      project('record', ['packages/record/src/**/*.test.ts'], 20_000),
      project('config', ['packages/config/src/**/*.test.ts'], 20_000),
      project('setup', ['packages/setup/src/**/*.test.ts'], 20_000),
      project('gateway', ['packages/gateway/src/**/*.test.ts'], 20_000),
      // The build of the page defines its version.
      { ...project('web', ['packages/web/src/**/*.test.ts']), define: { __TOOLMARK_VERSION__: '"0.0.0"' } },
      project('cli', ['packages/cli/src/**/*.test.ts'], 20_000),
      project('demo', ['servers/demo/src/**/*.test.ts'], 20_000),
      project('debug', ['servers/debug/src/**/*.test.ts'], 60_000),
      project('nextcloud', ['servers/nextcloud/src/**/*.test.ts'], 20_000),
      project('cloudbase', ['servers/cloudbase/src/**/*.test.ts'], 20_000),
      { ...e2e, test: { ...e2e.test, globalSetup: './scripts/build-for-e2e.ts' } },
      project('isolated', [`packages/*/src/${ISOLATED}`], 20_000, true),
    ],
    // Tests often wait for a program or a timer, so one worker more than there are cores keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './scripts/closing-count.ts'],
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests run from the TypeScript sources; only e2e/ runs the built files.
const conditions = ['@toolmark/source', 'import', 'module', 'default'];
/** Files that mock modules: they need a process of their own. */
const ISOLATED = '**/*.isolated.test.ts';
const project = (name: string, include: string[], testTimeout = 5_000, isolate = false) => ({
  resolve: { conditions },
  // These go to Node as --conditions. 'module' names builds that only bundlers can read; 'import' would give require() ESM builds.
  ssr: { resolve: { conditions: ['@toolmark/source'] } },
  // What is waited for may take half of what the test may: a loaded machine is no failure.
  // Starting a process for each file and loading its modules anew took most of the time of the small tests.
  test: {
    ...{ name, include, testTimeout, isolate },
    exclude: ['**/node_modules/**', ...(name === 'isolated' ? [] : [ISOLATED])],
    expect: { poll: { timeout: testTimeout / 2 } },
  },
});

// What these tests run is built first.
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
      project('record', ['packages/record/src/**/*.test.ts'], 20_000),
      project('config', ['packages/config/src/**/*.test.ts'], 20_000),
      project('setup', ['packages/setup/src/**/*.test.ts'], 20_000),
      project('gateway', ['packages/gateway/src/**/*.test.ts'], 20_000),
      project('web', ['packages/web/src/**/*.test.ts']),
      project('cli', ['packages/cli/src/**/*.test.ts'], 20_000),
      project('demo', ['servers/demo/src/**/*.test.ts'], 20_000),
      project('debug', ['servers/debug/src/**/*.test.ts'], 60_000),
      project('nextcloud', ['servers/nextcloud/src/**/*.test.ts'], 20_000),
      project('cloudbase', ['servers/cloudbase/src/**/*.test.ts'], 20_000),
      { ...e2e, test: { ...e2e.test, globalSetup: './scripts/build-for-e2e.ts' } },
      project('isolated', [`packages/*/src/${ISOLATED}`], 20_000, true),
    ],
    // Much of the time goes by while programs start and wait: a core that is left free is a core that is not used.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ['default', './scripts/closing-count.ts'],
  },
});

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const restart = new URL('../bin/restart-with-limits.js', import.meta.url).href;

/** Runs a program that restarts itself, and returns what it finds then. */
function run(env: Readonly<Record<string, string>> = {}, options: readonly string[] = []): Record<string, unknown> {
  const program = `
    import { restartWithLimits } from '${restart}';
    import { getHeapSpaceStatistics } from 'node:v8';
    restartWithLimits();
    const { MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_, TOOLMARK_RESTARTED_WITH } = process.env;
    const found = { MALLOC_ARENA_MAX, MALLOC_TRIM_THRESHOLD_, TOOLMARK_RESTARTED_WITH };
    let youngBytes = 0;
    const kept = [];
    for (let round = 0; round < 300; round++) {
      kept[round % 6] = Array.from({ length: 20_000 }, (_none, index) => ({ index }));
      const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      youngBytes = Math.max(youngBytes, young.space_size);
    }
    console.log(JSON.stringify({ found, options: process.execArgv, isSmall: youngBytes < 2 ** 25, input: await text() }));
    async function text() {
      let read = '';
      for await (const chunk of process.stdin) read += chunk;
      return read;
    }`;
  const args = [...options, '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    input: 'a line',
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe.skipIf(process.platform === 'win32')('restarting with limits', () => {
  it('limits the young generation, and keeps standard input', () => {
    expect(run()).toMatchObject({ isSmall: true, input: 'a line' });
  });

  it('hides the settings from the processes that it starts', () => {
    const { found, options } = run();
    expect(found).toEqual({});
    expect(options).not.toContain('--max-semi-space-size=8');
  });

  it("keeps the user's settings", () => {
    const { found, options } = run({ MALLOC_ARENA_MAX: '7' }, ['--max-semi-space-size=3']);
    expect(found).toEqual({ MALLOC_ARENA_MAX: '7' });
    expect(options).toContain('--max-semi-space-size=3');
  });

  it('does not override NODE_OPTIONS', () => {
    expect(run({ NODE_OPTIONS: '--max-semi-space-size=32' })).toMatchObject({ isSmall: false });
  });
});

import type { Reporter, TestModule } from 'vitest/node';

/** Prints a one-line summary of the run as the last line of the output. */
export default class ClosingCount implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed++;
        else if (state === 'failed') failed++;
        else skipped++;
      }
    }
    const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    // The default reporter writes its summary in the same event, and this line must come after it.
    process.once('exit', () => process.stdout.write(`\n${line}\n`));
  }
}

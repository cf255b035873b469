/**
 * The two functions common to vitest, node:test and jest.
 *
 * @example
 * import { describe, it } from 'node:test';
 * const runner: TestRunner = { describe, it };
 */
export interface TestRunner {
  /** Groups the tests that `body` declares. */
  readonly describe: (name: string, body: () => void) => unknown;
  /** Declares a test. node:test has no default time limit and ignores the third argument. */
  readonly it: (name: string, body: () => Promise<void>, timeoutMs: number) => unknown;
}

/** The given functions, else the runner's globals. */
export function findRunner(given: Partial<TestRunner>): TestRunner {
  const describe: unknown = given.describe ?? Reflect.get(globalThis, 'describe');
  const it: unknown = given.it ?? Reflect.get(globalThis, 'it');
  if (!isFunction<TestRunner['describe']>(describe) || !isFunction<TestRunner['it']>(it)) {
    throw new Error(
      "testAnnotations needs your runner's describe and it: testAnnotations({ describe, it }, { … }), " +
        "imported from 'vitest', 'node:test' or '@jest/globals'. Left out, they must be global.",
    );
  }
  return { describe, it };
}

/** Only the type can be checked; all three runners have the expected signatures. */
function isFunction<Type>(value: unknown): value is Type {
  return typeof value === 'function';
}

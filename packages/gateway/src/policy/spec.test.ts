import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const ids = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, id = '']) => id);

const rules = ids(readFileSync(join(here, 'SPEC.md'), 'utf8'), /^- \*\*(P\d+)\*\*/gm);
/** Who may answer is decided where questions are, and a config that leaves nobody is refused where it is read. */
const cited = globSync(['policy/**/*.test.ts', 'calls/approvals/**/*.test.ts', 'config/**/*.test.ts'], {
  cwd: join(here, '..'),
})
  .filter((file) => !file.endsWith('spec.test.ts'))
  .flatMap((file) => ids(readFileSync(join(here, '..', file), 'utf8'), /\b(P\d+)\b/g));

it('has numbered its rules without gaps', () => {
  expect(rules).toEqual(rules.map((_rule, index) => `P${index + 1}`));
  expect(rules.length).toBeGreaterThan(0);
});

it('has a test for every rule of SPEC.md', () => {
  expect(rules.filter((rule) => !cited.includes(rule))).toEqual([]);
});

it('has no test for a rule that SPEC.md does not know', () => {
  expect([...new Set(cited)].filter((rule) => !rules.includes(rule))).toEqual([]);
});

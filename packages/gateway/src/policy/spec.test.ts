import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const ids = (text: string, pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, id = '']) => id);

const rules = ids(readFileSync(join(here, 'SPEC.md'), 'utf8'), /^- \*\*(P\d+)\*\*/gm);
/** The rules about routes are enforced by the approvals, and those about invalid settings by the config package. */
const PLACES = ['gateway/src/policy', 'gateway/src/calls/approvals', 'config/src'];
const packages = join(here, '..', '..', '..');
const cited = globSync(
  PLACES.map((place) => `${place}/**/*.test.ts`),
  { cwd: packages },
)
  .filter((file) => !file.endsWith('spec.test.ts'))
  .flatMap((file) => ids(readFileSync(join(packages, file), 'utf8'), /\b(P\d+)\b/g));

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

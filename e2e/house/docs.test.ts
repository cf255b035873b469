import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '../../scripts/generated-files.ts';

describe('the generated pages', () => {
  it('say what the code says; run `npm run docs` where they do not', async () => {
    for (const [path, content] of await generatedFiles()) {
      expect(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8'), path).toBe(content);
    }
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRejectedLines, removeOldRejectedLines } from './rejected-lines.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-rejects-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('rejected journal lines', () => {
  it('are kept, readable only by the owner, up to a limit', () => {
    const path = join(folder, 'a.rejected');
    const { keep } = createRejectedLines(folder, 'a', 10);
    keep(['123', 'ä']);
    keep(['12', '1', '']);
    expect(readFileSync(path, 'utf8')).toBe('123\nä\n12\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('are removed when they are old', () => {
    for (const name of ['old', 'new']) createRejectedLines(folder, name).keep(['x']);
    utimesSync(join(folder, 'old.rejected'), 1, 1);
    removeOldRejectedLines(folder, 2_000);
    removeOldRejectedLines(join(folder, 'nowhere'), 2_000);
    expect(readdirSync(folder)).toEqual(['new.rejected']);
  });
});

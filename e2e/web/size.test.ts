import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const BUILT = fileURLToPath(new URL('../../packages/gateway/dist/web/', import.meta.url));
const MOST_BYTES = 150_000;

/** Those that a file cannot do without, itself included: what it imports when it is loaded, not what it may import later. */
function withImports(file: string, known: Set<string> = new Set()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(`${BUILT}assets/${file}`, 'utf8');
  for (const [, from] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g))
    if (from !== undefined) withImports(from, known);
  return known;
}

describe('the page that is loaded first', () => {
  it('is small: its scripts and those of the dashboard, compressed', () => {
    const html = readFileSync(`${BUILT}index.html`, 'utf8');
    const scripts = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '');
    const dashboard = readdirSync(`${BUILT}assets`).find((name) => /^DashboardPage-.*\.js$/.test(name));
    expect(scripts).not.toEqual([]);
    if (dashboard === undefined) throw new Error('The dashboard is not built.');
    const files = new Set([...scripts, dashboard].flatMap((name) => [...withImports(name)]));
    // Everything else is another page's, and is loaded with it.
    expect([...files].filter((name) => /^(?!Dashboard)\w+Page-/.test(name))).toEqual([]);
    const sizes = [...files].map((name) => [basename(name), gzipSync(readFileSync(`${BUILT}assets/${name}`)).length]);
    const total = sizes.reduce((sum, [, bytes]) => sum + Number(bytes), 0);
    expect(total, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_BYTES);
    expect(total).toBeGreaterThan(MOST_BYTES / 10);
  });
});

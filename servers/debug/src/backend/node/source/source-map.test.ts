import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDriver, debuggee, value } from '../fixtures/drive.ts';
import { scanMaps } from './scan-maps.ts';
import { loadSourceMap, parseSourceMap, readText } from './source-map.ts';

const APP = debuggee('app.ts');
const BUILT = debuggee('built/app.js');

describe('a source map', () => {
  const map = loadSourceMap(BUILT, 'app.js.map');

  it('maps in both directions', () => {
    expect(map?.sources).toEqual([APP]);
    const [first] = map?.toGenerated(APP, 1, 0) ?? [];
    expect(first).toEqual({ line: 2, column: 0 });
    expect(map?.toOriginal({ line: 2, column: 0 })).toEqual({ file: APP, line: 1, column: 0 });
    expect(map?.toOriginal({ line: 1, column: 0 })).toBeUndefined();
    expect(map?.toGenerated('/other.ts', 1, 0)).toEqual([]);
    expect(map?.linesOf(APP)[0]).toBe(1);
    expect(map?.contentOf(APP)).toContain('const started');
  });

  it.each([
    ['no JSON', 'nothing', undefined],
    ['another thing', '[]', undefined],
  ])('is not created from %s', (_, text, expected) => {
    expect(parseSourceMap(text, '/a/b.js.map')).toBe(expected);
  });

  it.each(['https://example.com/x.map', 'missing.js.map', 'webpack://x'])('is not fetched from %s', (reference) => {
    expect(loadSourceMap(BUILT, reference)).toBeUndefined();
  });

  it('is found on disk by its sources', () => {
    expect(scanMaps(BUILT, [APP]).map(({ generated }) => generated)).toEqual([BUILT]);
    expect(scanMaps(BUILT, ['/x/other.ts'])).toEqual([]);
    expect(scanMaps(BUILT, [])).toEqual([]);
  });
});

describe('an inline source map', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inline-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('binds breakpoints of its source, even on the first line', async () => {
    const source = join(folder, 'app.ts');
    const text = (readText(`${BUILT}.map`) ?? '').replace('"../app.ts"', '"app.ts"');
    writeFileSync(source, readText(APP) ?? '');
    const inline = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(text).toString('base64')}`;
    const script = join(folder, 'app.js');
    writeFileSync(script, (readText(BUILT) ?? '').replace(/\/\/# sourceMappingURL=.*/, inline));
    const driver = createDriver();
    const wanted = { column: undefined, condition: undefined, hits: undefined, trace: undefined };
    await driver.backend.setBreakpoints(source, [
      { id: 'first', line: 1, ...wanted },
      { id: 'inline', line: 76, ...wanted },
    ]);
    await driver.launch(script);
    expect(await driver.next('stopped')).toMatchObject({ reason: 'entry', breakpoints: ['first'] });
    expect(await driver.resume()).toMatchObject({ breakpoints: ['inline'], location: { file: source, line: 76 } });
    expect(value(await driver.backend.sources())).toEqual([script, source]);
    await driver.end();
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isMissing } from '../../../fixtures/needs.ts';
import { at, debuggee, expectNothingLeftBehind, lineContaining, must, record, refOf } from '../fixtures/recorder.ts';

const SHOP = debuggee('rust/shop.rs');
const COMPILER = 'rustc';
const withoutRust = await isMissing('rustc', 'lldb');
let folder: string;

beforeAll(() => {
  if (withoutRust) return;
  folder = mkdtempSync(join(tmpdir(), 'toolmark-rust-'));
  execFileSync(COMPILER, ['-g', '-o', join(folder, 'shop'), SHOP], { timeout: 60_000 });
});
afterEach(expectNothingLeftBehind);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(withoutRust)('a Rust program', () => {
  it('shows Vec, String, Option, slices and enums as Rust does', async () => {
    await using native = record('native');
    must(await native.backend.setBreakpoints(SHOP, [at('sum', lineContaining(SHOP, 'sum + missing'))]));
    await native.launch(join(folder, 'shop'));
    await native.next('stopped');
    must(await native.backend.resume());
    const { thread, location } = await native.next('stopped');
    expect(location).toMatchObject({ file: SHOP, functionName: 'shop::total' });
    const variables = must(await native.backend.variables({ thread, index: 0 }));
    expect(variables.map(({ name, value }) => [name, value])).toEqual([
      ['order', expect.stringMatching(/^0x/)],
      ['prices', 'size=3'],
      ['missing', 'None'],
      ['sum', '6'],
    ]);
    const fields = must(await native.backend.children(refOf(variables[0]), { start: 0, count: 10 }));
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['id', '7'],
      ['items', 'size=2'],
      ['note', 'Some("fast")'],
      ['paid', 'Card{number:"4711", limit:100}'],
    ]);
    const items = must(await native.backend.children(refOf(fields[1]), { start: 0, count: 10 }));
    expect(items.map(({ value }) => value)).toEqual(['"tea"', '"milk"']);
    expect(must(await native.backend.evaluate({ thread, index: 0 }, 'sum + 1', 2_000))).toMatchObject({ value: '7' });
  });

  it.each([
    ['panic', 1],
    ['std::exception', 0],
  ])('stops at a panic if it is wanted: %s', async (type, stops) => {
    await using native = record('native');
    const types = [{ type, includeSubtypes: true }];
    must(await native.backend.setExceptions({ caught: true, uncaught: false, types }));
    await native.launch(join(folder, 'shop'), ['--panic']);
    await native.next('stopped');
    must(await native.backend.resume());
    if (stops > 0) {
      const { thread, reason } = await native.next('stopped');
      const facts = must(await native.backend.exception(thread));
      expect([reason, facts?.type, facts?.isFirstChance]).toEqual(['exception', 'panic', true]);
      const { frames } = must(await native.backend.stack(thread, facts?.throwingFrame ?? 0, 1));
      expect(frames[0]).toMatchObject({ function: 'shop::main', location: { line: lineContaining(SHOP, 'panic!') } });
      expect(must(await native.backend.isException(thread, 'panic', false))).toBe(true);
      must(await native.backend.resume());
    }
    expect(await native.next('exited')).toMatchObject({ code: 101 });
  });
});

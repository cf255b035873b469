import { expect, it } from 'vitest';
import { loadCompiler } from '../code/load-compiler.ts';
import { isInTry } from './load-exceptions.ts';

const ts = await loadCompiler();

it.each([
  ['try { «fail() } catch {}', true],
  ['try { if (a) { «fail() } } catch (error) { log(error) } finally {}', true],
  ['try { «fail() } finally {}', false],
  ['try { ok() } catch { «fail() }', false],
  ['try { ok() } catch {} «fail()', false],
  ['try { run(() => { «fail() }) } catch {}', false],
  ['run(function () { try { «fail() } catch {} })', true],
  ['try { class A { static { «fail() } } } catch {}', true],
  ['«fail()', false],
])('%s', (marked, expected) => {
  const at = { lineNumber: 0, columnNumber: marked.indexOf('«') };
  expect(isInTry(ts, marked.replace('«', ''), at)).toBe(expected);
});

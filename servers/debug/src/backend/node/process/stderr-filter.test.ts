import { expect, it } from 'vitest';
import { createStderrFilter } from './stderr-filter.ts';

const URL = 'ws://127.0.0.1:1/abc';
const START = `Debugger listening on ${URL}\nFor help, see: https://nodejs.org/en/docs\n`;

const run = (
  ...parts: string[]
): { readonly told: string[]; readonly rest: string; readonly url: string | undefined } => {
  const filter = createStderrFilter();
  const told = parts.map((part) => filter.push(Buffer.from(part)).toString());
  return { told, rest: filter.flush().toString(), url: filter.url() };
};

it.each([
  [
    'the usual lines',
    [START, 'Debugger attached.\n', 'mine\n', 'Waiting for the debugger to disconnect...\n'],
    'mine\n',
  ],
  [
    'in pieces',
    ['Debugger lis', `tening on ${URL}\nFor help, `, 'see: https://x\nDebug', 'ger attached.\nmine\n'],
    'mine\n',
  ],
  ['behind a line without an end', [START, 'mineWaiting for the debugger to disconnect...\n'], 'mine'],
  ['before the inspector speaks', [`(node:1) Warning\n${START}`, 'mine\n'], '(node:1) Warning\nmine\n'],
  ['when it goes', [START, `a\nDebugger ending on ${URL}\nFor help, see: https://nodejs.org/en/docs\n`], 'a\n'],
  ['only once', [START, 'Debugger attached.\nDebugger attached.\n'], 'Debugger attached.\n'],
  ['bytes that are no text', [START, 'ä€\u{1f600}\n'], 'ä€\u{1f600}\n'],
])('keeps the program’s own output: %s', (_, parts, kept) => {
  const { told, rest, url } = run(...parts);
  expect(told.join('') + rest).toBe(kept);
  expect(url).toBe(URL);
});

it('holds back only a possible start of an inspector’s line', () => {
  expect(run(START, 'a Debugger at', 'all\n').told).toEqual(['', 'a ', 'Debugger atall\n']);
  expect(run(START, 'plain').told).toEqual(['', 'plain']);
});

it('has no URL before the inspector has announced one', () => {
  expect(run('node: bad option: --nonsense\n')).toEqual({
    told: [''],
    rest: 'node: bad option: --nonsense\n',
    url: undefined,
  });
});

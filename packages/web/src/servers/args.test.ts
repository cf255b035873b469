import { describe, expect, it } from 'vitest';
import { crowdedLines, fromLines, splitWords, toLines } from './args.ts';

describe('splitWords', () => {
  it.each([
    ['npx -y server', ['npx', '-y', 'server']],
    ['  a \t b\nc ', ['a', 'b', 'c']],
    ['run "My Notes" \'a "b" c\'', ['run', 'My Notes', 'a "b" c']],
    ['--dir="My Notes"', ['--dir=My Notes']],
    ['a "" b', ['a', '', 'b']],
    ['My\\ Notes \\"x', ['My Notes', '"x']],
    ['"a \\" b"', ['a " b']],
    ["'a \\' b", ['a \\', 'b']],
    ['C:\\Users\\ann\\x.exe "C:\\Program Files\\y"', ['C:\\Users\\ann\\x.exe', 'C:\\Program Files\\y']],
    ['"not closed', ['not closed']],
    ['', []],
  ])('%j', (line, expected) => {
    expect(splitWords(line)).toEqual(expected);
  });
});

describe('arguments, one per line', () => {
  it.each([
    [['-y', '@scope/server', '/home/ann/My Notes']],
    [['']],
    [[' a ', 'b\nc', '"d"', "'e'", '"f', '\t', '""']],
    [['--json={"a":1}', '{"a":1}', '"a" "b"']],
    [[]],
  ])('round-trip: %j', (args) => {
    expect(fromLines(toLines(args))).toEqual(args);
  });

  it.each([
    ['a\n\n  b  \n', ['a', 'b']],
    ['"My Notes"\n\'x y\'', ['My Notes', 'x y']],
    ['"a" "b"', ['"a" "b"']],
  ])('are parsed as people write them: %j', (text, expected) => {
    expect(fromLines(text)).toEqual(expected);
  });
});

describe('crowdedLines', () => {
  it.each([
    ['-y\nserver', []],
    ['/home/ann/My Notes', []],
    ['-y server\n/home', [1]],
    ['a\nserver --dir /x', [2]],
    ['run "My Notes"', [1]],
    ['"--dir My Notes"', []],
    ['', []],
  ])('%j has several arguments in lines %j', (text, expected) => {
    expect(crowdedLines(text)).toEqual(expected);
  });
});

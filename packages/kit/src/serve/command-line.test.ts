import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

const read = (line: string) =>
  readCommandLine(
    line.split(' ').filter((arg) => arg !== ''),
    {
      options: { dir: { type: 'string' }, quiet: { type: 'boolean', short: 'q' } },
      defaultPort: 7421,
      toServe: ({ dir, quiet = false }, port) => (dir === '' ? '--dir wants a directory.' : { dir, quiet, port }),
    },
  );

describe('readCommandLine', () => {
  it.each([
    ['', { quiet: false }],
    ['--dir x -q', { dir: 'x', quiet: true }],
    ['--http', { quiet: false, port: 7421 }],
    ['--http 0', { quiet: false, port: 0 }],
    ['--http=65535 --dir x', { dir: 'x', quiet: false, port: 65_535 }],
    ['--http --dir x', { dir: 'x', quiet: false, port: 7421 }],
    ['--dir x --http', { dir: 'x', quiet: false, port: 7421 }],
  ])('%j serves', (line, serve) => {
    expect(read(line)).toEqual({ kind: 'serve', serve });
  });

  it.each([
    ['--help', 'help'],
    ['-h --http', 'help'],
    ['--version', 'version'],
  ])('%j requests the %s', (line, kind) => {
    expect(read(line)).toEqual({ kind });
  });

  it.each([
    ['--http abc', "--http wants a port from 0 to 65535, not 'abc'."],
    ['--http 65536', "--http wants a port from 0 to 65535, not '65536'."],
    ['--http=1.5', "--http wants a port from 0 to 65535, not '1.5'."],
    ['--http=', "--http wants a port from 0 to 65535, not ''."],
    ['--dir=', '--dir wants a directory.'],
    ['--dir', "Option '--dir <value>' argument missing."],
    ['--port 1', "Unknown option '--port'."],
    ['-x', "Unknown option '-x'."],
    ['notes', "Unexpected argument 'notes'."],
    ['--help=yes', "Option '-h, --help' does not take an argument."],
  ])('%j gives a one-sentence error', (line, message) => {
    expect(read(line)).toEqual({ kind: 'problem', message });
  });
});

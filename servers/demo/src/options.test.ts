import { describe, expect, it } from 'vitest';
import { type Command, parseCommand } from './options.ts';

const parse = (line: string, env: Record<string, string> = {}): Command =>
  parseCommand(
    line.split(' ').filter((arg) => arg !== ''),
    { env, home: '/home/ada' },
  );

describe('parseCommand', () => {
  it.each<[string, Command]>([
    ['', { kind: 'serve', dir: '/home/ada/.toolmark/demo' }],
    ['--dir /tmp/x', { kind: 'serve', dir: '/tmp/x' }],
    ['--dir=x', { kind: 'serve', dir: 'x' }],
    ['--http', { kind: 'serve', dir: '/home/ada/.toolmark/demo', port: 7421 }],
    ['--http 0', { kind: 'serve', dir: '/home/ada/.toolmark/demo', port: 0 }],
    ['--http=65535 --dir x', { kind: 'serve', dir: 'x', port: 65_535 }],
    ['--http --dir x', { kind: 'serve', dir: 'x', port: 7421 }],
    ['--dir x --http', { kind: 'serve', dir: 'x', port: 7421 }],
    ['--help', { kind: 'help' }],
    ['-h --http', { kind: 'help' }],
    ['--version', { kind: 'version' }],
  ])('%j', (line, command) => {
    expect(parse(line)).toEqual(command);
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
  ])('%j is refused in one sentence', (line, message) => {
    expect(parse(line)).toEqual({ kind: 'problem', message });
  });

  it('keeps its data where Toolmark does', () => {
    expect(parse('', { TOOLMARK_HOME: '/data' })).toEqual({ kind: 'serve', dir: '/data/demo' });
    expect(parse('', { TOOLMARK_HOME: '' })).toEqual({ kind: 'serve', dir: '/home/ada/.toolmark/demo' });
  });
});

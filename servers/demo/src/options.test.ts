import type { Command } from '@toolmark/kit/serve';
import { describe, expect, it } from 'vitest';
import { parseCommand, type ServeOptions } from './options.ts';

const parse = (line: string, env: Record<string, string> = {}): Command<ServeOptions> =>
  parseCommand(
    line.split(' ').filter((arg) => arg !== ''),
    { env, home: '/home/ada' },
  );

describe('parseCommand', () => {
  it.each<[string, Command<ServeOptions>]>([
    ['', { kind: 'serve', serve: { dir: '/home/ada/.toolmark/demo' } }],
    ['--dir /tmp/x', { kind: 'serve', serve: { dir: '/tmp/x' } }],
    ['--dir=x', { kind: 'serve', serve: { dir: 'x' } }],
    ['--http', { kind: 'serve', serve: { dir: '/home/ada/.toolmark/demo', port: 7421 } }],
    ['--http 0', { kind: 'serve', serve: { dir: '/home/ada/.toolmark/demo', port: 0 } }],
    ['--http=65535 --dir x', { kind: 'serve', serve: { dir: 'x', port: 65_535 } }],
    ['--http --dir x', { kind: 'serve', serve: { dir: 'x', port: 7421 } }],
    ['--dir x --http', { kind: 'serve', serve: { dir: 'x', port: 7421 } }],
    ['--help', { kind: 'help' }],
    ['--version', { kind: 'version' }],
  ])('%j', (line, command) => {
    expect(parse(line)).toEqual(command);
  });

  it.each([
    ['--http 65536', "--http wants a port from 0 to 65535, not '65536'."],
    ['--dir=', '--dir wants a directory.'],
    ['--dir', "Option '--dir <value>' argument missing."],
    ['--port 1', "Unknown option '--port'."],
  ])('%j gives a one-sentence error', (line, message) => {
    expect(parse(line)).toEqual({ kind: 'problem', message });
  });

  it("stores its data next to Toolmark's", () => {
    expect(parse('', { TOOLMARK_HOME: '/data' })).toEqual({ kind: 'serve', serve: { dir: '/data/demo' } });
    expect(parse('', { TOOLMARK_HOME: '' })).toEqual({ kind: 'serve', serve: { dir: '/home/ada/.toolmark/demo' } });
  });
});

import type { ServerTarget } from '@toolmark/reach';
import { describe, expect, it } from 'vitest';
import { describeTarget } from './describe-target.ts';

describe('describeTarget', () => {
  it.each<[string, ServerTarget, string]>([
    ['a package', { kind: 'command', command: 'npx', args: ['-y', 'some-server'] }, 'npx -y some-server'],
    [
      'values of flags',
      { kind: 'command', command: 'x', args: ['--token', 'hidden', '--key=hidden', 'file'] },
      'x --token … --key=… file',
    ],
    [
      'variables',
      { kind: 'command', command: 'env', args: ['API_KEY=hidden', 'node', 'x.js'] },
      'env API_KEY=… node x.js',
    ],
    ['addresses', { kind: 'command', command: 'x', args: ['https://a:hidden@b.c/d?e=hidden'] }, 'x https://b.c/d'],
    ['a URL', { kind: 'url', url: 'https://a:hidden@b.c/mcp?key=hidden' }, 'https://b.c/mcp'],
    ['no URL', { kind: 'url', url: 'hidden' }, 'the given URL'],
  ])('%s', (_case, target, wanted) => expect(describeTarget(target)).toBe(wanted));
});

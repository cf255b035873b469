import { describe, expect, it } from 'vitest';
import { sortProblems } from './field-problems.ts';

describe('sortProblems', () => {
  it.each([
    ['name', { name: 'is wrong' }],
    ['entry.command', { command: 'is wrong' }],
    ['entry.args[2]', { args: 'is wrong' }],
    ['entry.args.2', { args: 'is wrong' }],
    ['entry.env.KEY', { 'env.KEY': 'is wrong' }],
    ['entry.headers.X.Y', { 'headers.X.Y': 'is wrong' }],
    ['entry.env', { env: 'is wrong' }],
    ['mcpServers.my.notes.url', { url: 'is wrong' }],
    ['entry.cache.ttl', { cache: 'is wrong' }],
  ])('assigns %s to its field', (path, fields) => {
    const problems = [{ path, message: 'is wrong (line 3, column 5)' }];
    expect(sortProblems({ problems }, 'my.notes')).toEqual({ fields, rest: [] });
  });

  it.each([
    ['entry', 'is wrong'],
    ['', 'is wrong'],
    ['listen.port', 'listen.port is wrong'],
    ['mcpServers.other.url', 'mcpServers.other.url is wrong'],
    ['entry.mystery', 'entry.mystery is wrong'],
  ])('keeps problems that belong to no field: %j', (path, says) => {
    const problems = [{ path, message: 'is wrong' }];
    expect(sortProblems({ problems }, 'notes')).toEqual({ fields: {}, rest: [says] });
  });

  it('joins all problems of one field', () => {
    const problems = ['is short', 'is odd'].map((message) => ({ path: 'entry.url', message }));
    expect(sortProblems({ problems }, 'notes').fields).toEqual({ url: 'is short; is odd' });
  });
});

import { describe, expect, it } from 'vitest';
import { ask } from '../fixtures/ask.ts';
import { wrapHelp } from './help-text.ts';

describe('text below the options', () => {
  it('is wrapped to the terminal, except for indented lines', () => {
    const text =
      '\nOne two three four five\nsix.\n\nExamples:\n  toolmark calls --since 7d --until today\n\nExit codes: 0.';
    expect(wrapHelp(text, 20).split('\n')).toEqual([
      '',
      'One two three four',
      'five six.',
      '',
      'Examples:',
      '  toolmark calls --since 7d --until today',
      '',
      'Exit codes: 0.',
    ]);
  });
});

describe('the help', () => {
  it.each([
    ['calls'],
    ['calls', 'list'],
    ['calls', 'show'],
    ['calls', 'watch'],
    ['calls', 'export'],
    ['calls', 'replay'],
    ['sessions'],
    ['sessions', 'list'],
    ['sessions', 'show'],
    ['sessions', 'watch'],
    ['approvals'],
    ['approvals', 'list'],
    ['approvals', 'show'],
    ['approvals', 'approve'],
    ['approvals', 'deny'],
    ['approvals', 'watch'],
    ['approvals', 'grants'],
    ['approvals', 'revoke'],
    ['policy'],
    ['policy', 'show'],
    ['policy', 'explain'],
    ['policy', 'test'],
    ['policy', 'replay'],
    ['tokens'],
    ['tokens', 'create'],
    ['tokens', 'revoke'],
    ['profiles'],
    ['profiles', 'set'],
    ['profiles', 'remove'],
    ['doctor'],
    ['serve'],
    ['stdio'],
    ['servers'],
    ['tools'],
    ['tools', 'list'],
    ['tools', 'override'],
    ['tools', 'reset'],
    ['tools', 'overrides'],
    ['tools', 'accept'],
  ])('of %s %s fits into 80 columns and lists only accepted choices', async (...words) => {
    const { code, stdout } = await ask([...words, '--help'], { columns: 80 });
    expect(code).toBe(0);
    // Indented lines are for copying.
    expect(stdout.split('\n').filter((line) => line.length > 80 && !line.startsWith('  '))).toEqual([]);
    expect(stdout).not.toMatch(/\[(?:id|name)\.\.\.\]/);
  });

  it('of calls lists the filters, and where they are explained', async () => {
    const { stdout } = await ask(['calls', '--help']);
    for (const option of [
      '--session',
      '--server',
      '--tool',
      '--status',
      '--class',
      '--decision',
      '--since',
      '--search',
    ])
      expect(stdout).toContain(option);
    expect(stdout).toContain('toolmark calls list --help');
  });

  it.each<[readonly string[], string]>([
    [['calls', 'list'], "print the gateway's answer as JSON"],
    [['calls', 'watch'], 'print each event as a line of JSON'],
    [['calls', 'export'], 'ndjson instead of csv; with --out'],
    [['calls', 'export'], '(default: csv; ndjson with --json'],
    [['calls', 'replay'], 'print the new call as JSON'],
    [['sessions', 'watch'], 'print each event as a line of JSON'],
    [['doctor'], 'print all checks as JSON'],
  ])('of %j contains %s', async (words, text) => {
    const { stdout } = await ask([...words, '--help'], { columns: 200 });
    expect(stdout).toContain(text);
  });
});

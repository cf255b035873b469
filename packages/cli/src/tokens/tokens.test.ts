import { Readable } from 'node:stream';
import { newTokenSchema, tokenListSchema } from '@toolmark/api-contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWholeGateway, type WholeGateway } from '../fixtures/whole-gateway.ts';

let gateway: WholeGateway;
beforeAll(async () => {
  gateway = await startWholeGateway();
});
afterAll(() => gateway.close());

const ask = (...args: readonly string[]) => gateway.ask(['tokens', ...args]);
const typing = (text: string) => ({ isTTY: true, typed: Readable.from([text]) });
const TOKEN = /^tmk_[A-Za-z0-9_-]{43}\n$/;

describe('toolmark tokens create', () => {
  it('prints only the token on stdout, and instructions on stderr', async () => {
    const { code, stdout, stderr } = await ask(
      'create',
      'ci',
      '--ceiling',
      'read',
      '--expires',
      '2w',
      '--server',
      'notes,b*',
    );
    expect([code, stdout]).toEqual([0, expect.stringMatching(TOKEN)]);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^Token 'ci' may call tools that change nothing, of notes, b\*\. It expires in 1\dd\.$/),
      "No server matches 'b*' yet.",
      '',
      '',
      'It is not shown again, because only a hash of it is stored. Save it now.',
      '',
      'Clients send it with every request as a header',
      '  Authorization: Bearer <token>',
      'to one of:',
      `  ${gateway.url}/mcp         all tools by name`,
      `  ${gateway.url}/mcp/search  a few tools that find the others`,
      '',
      'Revoke it: toolmark tokens revoke ci',
      '',
    ]);
    expect(stderr).not.toContain(stdout.trim());
  });

  it("--json prints only the gateway's answer", async () => {
    const { code, stdout, stderr } = await ask('create', 'json', '--ceiling', 'destructive', '--json');
    const { named } = newTokenSchema.parse(JSON.parse(stdout));
    expect([code, stderr, named.ceiling, named.servers, named.expires_at]).toEqual([0, '', 'destructive', null, null]);
  });

  it('prints the addresses of its profile', async () => {
    await gateway.ask(['profiles', 'set', 'reading', '--class', 'read']);
    const { code, stderr } = await ask('create', 'reader', '--ceiling', 'read', '--profile', 'reading');
    expect([code, stderr.includes(`  ${gateway.url}/mcp/p/reading/search  `)]).toEqual([0, true]);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    [
      'without a ceiling',
      ['create', 'x'],
      [
        'Set the highest class of tools with --ceiling:',
        '  --ceiling read         tools that change nothing',
        '  --ceiling additive     also tools that add',
        '  --ceiling destructive  all tools, including those that delete, overwrite or have no annotations',
        'For example: toolmark tokens create x --ceiling read',
      ],
    ],
    [
      'with an unknown ceiling',
      ['create', 'x', '--ceiling', 'write'],
      ['Allowed choices are read, additive, destructive.'],
    ],
    [
      'with an invalid lifetime',
      ['create', 'x', '--ceiling', 'read', '--expires', '0d'],
      ['Give days, weeks or years: 30d, 12w, 1y'],
    ],
    ['for too long', ['create', 'x', '--ceiling', 'read', '--expires', '11y'], ['at most 10y.']],
    [
      'with an invalid name',
      ['create', 'a b', '--ceiling', 'read'],
      ['The name must be letters, digits, dots, _ or -'],
    ],
    ['with a reserved name', ['create', 'local', '--ceiling', 'read'], ["The name must not be 'local'"]],
    [
      'for an unknown profile',
      ['create', 'x', '--ceiling', 'read', '--profile', 'none'],
      ["There is no profile 'none'.", 'toolmark profiles set <name>'],
    ],
  ])('creates none %s, and exits with 2', async (_case, args, sentences) => {
    const { code, stdout, stderr } = await ask(...args);
    expect([code, stdout]).toEqual([2, '']);
    for (const sentence of sentences) expect(stderr).toContain(sentence);
    expect(JSON.parse((await ask('--json')).stdout).tokens.map(({ name }: { name: string }) => name)).not.toContain(
      'x',
    );
  });

  it('--no-answer keeps its client from approving its own calls, and the list says so', async () => {
    const { stderr } = await ask('create', 'silent', '--ceiling', 'read', '--no-answer');
    expect(stderr.replaceAll('\n', ' ')).toContain('Its client may not approve its own calls.');
    const { stdout } = await gateway.ask(['tokens'], { columns: 120 });
    expect(stdout).toMatch(/\n {2}silent +read +all +– +no +never/);
  });

  it('--api is for scripts: valid for the API, but not for MCP', async () => {
    const made = await ask('create', 'script', '--api');
    expect(made.stderr).toMatch(/^Token 'script' is for scripts that use the API/);
    expect(made.stderr).toContain(`to ${gateway.url}/api/v1`);
    const headers = { authorization: `Bearer ${made.stdout.trim()}` };
    const statusOf = async (path: string) => (await fetch(`${gateway.url}${path}`, { method: 'GET', headers })).status;
    expect([await statusOf('/api/v1/tokens'), await statusOf('/mcp')]).toEqual([200, 403]);
    const { stdout } = await gateway.ask(['tokens'], { columns: 120 });
    expect(stdout).toMatch(/\n {2}script +API +all +– +– +never/);
    const both = await ask('create', 'x', '--api', '--ceiling', 'read');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be used with option')]);
  });

  it('refuses a name in use', async () => {
    await ask('create', 'once', '--ceiling', 'read');
    const stderr = "There is a token 'once' already. Use another name.\n";
    expect(await ask('create', 'once', '--ceiling', 'read')).toEqual({ code: 2, stdout: '', stderr });
  });
});

describe('toolmark tokens', () => {
  it('lists valid tokens, and with --all the others', async () => {
    await ask('create', 'list-a', '--ceiling', 'additive', '--server', 'notes');
    await ask('create', 'list-b', '--ceiling', 'destructive');
    await ask('revoke', 'list-b', '--yes');
    const { code, stdout } = await gateway.ask(['tokens'], { columns: 120 });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}NAME +CEILING +SERVERS +PROFILE +ANSWERS +EXPIRES +LAST USED +STATUS +BEGINS\n/);
    expect(stdout).toMatch(/\n {2}list-a +additive +notes +– +yes +never +never +✓ active +tmk_.{4}…\n/);
    expect(stdout).not.toContain('list-b');
    expect(stdout).toMatch(/\n {2}1 more token, revoked or expired: toolmark tokens --all\n$/);
    const all = await gateway.ask(['tokens', '--all'], { columns: 120 });
    expect(all.stdout).toMatch(/\n {2}list-b +destructive +all +– +yes +never +never +⊘ revoked +tmk_.{4}…\n/);
    const json = tokenListSchema.parse(JSON.parse((await ask('list', '--all', '--json')).stdout));
    expect(json.tokens.find(({ name }) => name === 'list-b')).toMatchObject({ status: 'revoked' });
    expect(json.total).toBe(json.tokens.length);
  });

  it('keeps the important columns on a narrow terminal', async () => {
    const { stdout } = await gateway.ask(['tokens'], { columns: 50 });
    expect(stdout).toMatch(/^ {2}NAME +CEILING +SERVERS +.*STATUS\n/);
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });
});

describe('toolmark tokens revoke', () => {
  it('shows the token, asks, and revokes it', async () => {
    await ask('create', 'gone', '--ceiling', 'read');
    const { code, stdout, stderr } = await gateway.ask(['tokens', 'revoke', 'gone', '--no-color'], typing('y\n'));
    expect([code, stdout]).toEqual([0, "✓ Token 'gone' is revoked.\n"]);
    expect(stderr).toContain('  ceiling    read\n');
    expect(stderr).toContain('Revoke gone? Whoever uses it loses access at once. This cannot be undone. [y/N] ');
    expect((await ask('revoke', 'gone')).stdout).toMatch(/^Token 'gone' was already revoked: /);
  });

  it.each<[string, Parameters<WholeGateway['ask']>[1], string]>([
    ['a no', typing('n\n'), "Token 'kept' was not revoked.\n"],
    ['no terminal', {}, 'was not revoked, because there is no terminal to ask in. To skip the question, add --yes.\n'],
  ])('%s: keeps it, and exits with 1', async (_case, given, sentence) => {
    await ask('create', 'kept', '--ceiling', 'read');
    const { code, stderr } = await gateway.ask(['tokens', 'revoke', 'kept'], given);
    expect([code, stderr.endsWith(sentence)]).toEqual([1, true]);
    expect((await ask()).stdout).toContain('kept');
  });

  it('reports an unknown token', async () => {
    const stderr = "There is no token 'nothing'. To list tokens: toolmark tokens --all\n";
    expect(await ask('revoke', 'nothing', '--yes')).toEqual({ code: 2, stdout: '', stderr });
  });
});

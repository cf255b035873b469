import { MASK } from '@toolmark/api-contract';
import { parseJsonText } from '@toolmark/config';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from './mask.ts';
import { unmask } from './unmask.ts';

function read(text: string) {
  const parsed = parseJsonText(text);
  if (!parsed.ok) throw new Error(`no JSON: ${text}`);
  return { text, tree: parsed.value.tree };
}
const shown = (text: string) => maskText(text, read(text).tree);
const ref = (name: string): string => `\${env:${name}}`;
const entry = (fields: object) => JSON.stringify({ mcpServers: { a: fields } });
const entryShown = (fields: object): unknown => JSON.parse(shown(entry(fields)).text).mcpServers.a;

describe('maskText', () => {
  it.each<[string, object, object]>([
    ['values of env', { env: { KEY: 'abc', MODE: 'x' } }, { env: { KEY: MASK, MODE: MASK } }],
    ['values of headers', { headers: { Authorization: 'Bearer abc' } }, { headers: { Authorization: MASK } }],
    ['an empty value', { env: { KEY: '' } }, { env: { KEY: '' } }],
    [
      'references',
      { env: { KEY: `${ref('KEY')}`, B: `\${B}` }, headers: { Authorization: `Bearer ${ref('TOKEN')}` } },
      { env: { KEY: `${ref('KEY')}`, B: `\${B}` }, headers: { Authorization: `Bearer ${ref('TOKEN')}` } },
    ],
    ['more than a reference', { env: { KEY: `abc${ref('KEY')}` } }, { env: { KEY: MASK } }],
    ['a scheme without a reference', { env: { KEY: 'token' } }, { env: { KEY: MASK } }],
    ['a number, which a config must not have there', { env: { PIN: 1234 } }, { env: { PIN: MASK } }],
    ['unknown fields', { oauth: { clientSecret: 'abc', id: 'x' } }, { oauth: { clientSecret: MASK, id: MASK } }],
    [
      'values without secrets',
      { command: 'npx', args: ['-y', '@scope/server', '--port=80'], cwd: '/x', timeout: 3, type: 'http' },
      { command: 'npx', args: ['-y', '@scope/server', '--port=80'], cwd: '/x', timeout: 3, type: 'http' },
    ],
    ['a flag', { args: ['--api-key=abc', '--x'] }, { args: [`--api-key=${MASK}`, '--x'] }],
    ['a flag and its value', { args: ['--token', 'abc', 'x'] }, { args: ['--token', MASK, 'x'] }],
    ['a flag without one', { args: ['--token', '--x'] }, { args: ['--token', '--x'] }],
    ['a variable', { args: ['run', '-e', 'NAME=abc', '-e', 'X'] }, { args: ['run', '-e', `NAME=${MASK}`, '-e', 'X'] }],
    ['a header', { args: ['--header', 'X-Id:abc'] }, { args: ['--header', `X-Id:${MASK}`] }],
    ['a header by its name', { args: ['Authorization: Bearer abc'] }, { args: [`Authorization: ${MASK}`] }],
    ['the shape of a key', { args: [`ghp_${'a1'.repeat(18)}`] }, { args: [MASK] }],
    ['a user in an address', { url: 'https://ann:pw@x.org/mcp' }, { url: `https://${MASK}@x.org/mcp` }],
    [
      'a query',
      { url: 'https://x.org/mcp?region=eu&apiKey=abc#t=1' },
      { url: `https://x.org/mcp?region=eu&apiKey=${MASK}#t=1` },
    ],
    [
      'a path that is a key',
      { url: 'https://x.org/s/ODk4NzY1NDMyMTA5ODc2NTQz/mcp' },
      { url: `https://x.org/s/${MASK}/mcp` },
    ],
    [
      'references in an address',
      { url: `https://x.org/?token=${ref('T')}` },
      { url: `https://x.org/?token=${ref('T')}` },
    ],
    ['what is escaped', { url: 'https://x.org/"?token=abc' }, { url: MASK }],
  ])('shows %s', (_what, given, wanted) => expect(entryShown(given)).toEqual(wanted));

  it.each([
    ['// "KEY": "abc"', `// "KEY": "${MASK}"`],
    ['/* token: abc12345 */', `/* token: ${MASK} */`],
    ['// see https://ann:pw@x.org and "y" token=abc12345', undefined],
    ['// the notes of the team', '// the notes of the team'],
  ])('shows shows the comment %s', (comment, wanted) => {
    const masked = shown(`{\n${comment}\n"mcpServers": {}\n}`).text.split('\n')[1];
    if (wanted !== undefined) expect(masked).toBe(wanted);
    expect(masked).not.toMatch(/abc|pw/);
  });

  it('does not mask the policy and record sections', () => {
    const text = JSON.stringify({
      mcpServers: { 'auth-server': { command: 'x' } },
      policy: { rules: [{ token: ['ann'], decision: 'deny' }], checks: { secret: 'warn' } },
      record: { redact: { names: ['badge'], patterns: ['password=\\S+'] } },
    });
    expect(shown(text)).toEqual({ text, count: 0 });
  });

  it('masks a whole value if only part of it contains the mask already', () => {
    const text = String.raw`{"mcpServers":{"a":{"url":"https:\/\/ann:pw@x.org"}}}`;
    expect(shown(text).text).toBe(`{"mcpServers":{"a":{"url":"${MASK}"}}}`);
    expect(unmask(read(shown(text).text), read(text))).toEqual({ ok: true, value: text });
  });

  it.each([
    [
      'a mask in the original text',
      `{"mcpServers": {"${MASK}": {"command": "${MASK} x", "env": {"A": "${MASK}"}}}} // ${MASK}`,
    ],
    ['comments that look the same', '{ // "k": "s1"\n // "k": "s2"\n "mcpServers": {} }'],
    ['a comment of several lines', '{ /* "k": "s1",\r\n   "l": "s2" */ "mcpServers": {} }'],
  ])('restores a text with %s', (_what, text) => {
    expect(unmask(read(shown(text).text), read(text))).toEqual({ ok: true, value: text });
  });

  it('counts the secrets', () => {
    const text = `{ // "x": "abc"\n "mcpServers": {"a": {"env": {"A": "b", "C": "d"}, "url": "https://u:p@h/?key=v"}}}`;
    expect(shown(text).count).toBe(5);
  });
});

/** A form that no other part of a config has. */
const secret = fc.stringMatching(/^Q[a-z0-9]{2,24}Z$/);
const name = fc.stringMatching(/^[A-Z][A-Z_]{0,8}$/);
const blank = fc.constantFrom('', ' ', '\n', '\n  ', ' /* note */ ', '\n// note\n');

const config = fc
  .record({
    secrets: fc.array(secret, { minLength: 5, maxLength: 5 }),
    name,
    blanks: fc.array(blank, { minLength: 6 }),
  })
  .map(({ secrets: [a = '', b = '', c = '', d = '', e = ''], name, blanks }) => {
    const gap = (index: number): string => blanks[index % blanks.length] ?? '';
    const text =
      `{${gap(0)}"mcpServers":${gap(1)}{"${name}":{"env":${gap(2)}{"${name}":"${a}"},"command":"x",` +
      `"args":["--token",${gap(3)}"${b}","-x"]},"other":{"headers":{"X":"${c}"},${gap(4)}` +
      `"url":"https://u:${d}@host/mcp?a=b&api_key=${e}"}}${gap(5)}}`;
    return { text, secrets: [a, b, c, d, e] };
  });

describe('masking', () => {
  it('reveals no secret, and saving the masked text changes nothing', () => {
    fc.assert(
      fc.property(config, ({ text, secrets }) => {
        const masked = shown(text).text;
        expect(secrets.filter((each) => masked.includes(each))).toEqual([]);
        expect(unmask(read(masked), read(text))).toEqual({ ok: true, value: text });
      }),
    );
  });

  it('masks everything in env and headers', () => {
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(value, fc.constantFrom('env', 'headers'), (given, key) => {
        const text = entry({ [key]: { NAME: `${given}!` } });
        expect(entryShown({ [key]: { NAME: `${given}!` } })).toEqual({ [key]: { NAME: MASK } });
        expect(unmask(read(shown(text).text), read(text))).toEqual({ ok: true, value: text });
      }),
    );
  });

  it('restores any JSON text', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ mcpServers: { a: value }, x: value });
        expect(unmask(read(shown(text).text), read(text))).toEqual({ ok: true, value: text });
      }),
    );
  });
});

describe('saving a masked text', () => {
  const before = read(
    '{ // "old": "abc"\n"mcpServers": {"a": {"args": ["--token", "s1", "--key=s2"], "env": {"A": "s3"}, "url": "https://u:p@h/?key=s4"}}}',
  );
  const masked = maskText(before.text, before.tree).text;
  const save = (from: string, to: string) => unmask(read(masked.replace(from, to)), before);

  it.each([
    ['an argument before it', '"--token"', '"-y", "--token"', '["-y", "--token", "s1", "--key=s2"]'],
    [
      'reordered arguments',
      `"--token", "${MASK}", "--key=${MASK}"`,
      `"--key=${MASK}", "--token", "${MASK}"`,
      '["--key=s2", "--token", "s1"]',
    ],
    ['another path', '@h/', '@other/x', 'https://u:p@other/x?key=s4'],
    ['a new value', `"A": "${MASK}"`, '"A": "new"', '"A": "new"'],
    ['text around it', `"A": "${MASK}"`, `"A": "Bearer ${MASK}"`, '"A": "Bearer s3"'],
    ['one secret removed', `"--token", "${MASK}", `, '', '["--key=s2"]'],
    ['the comment removed', `// "old": "${MASK}"\n`, '', '{ "mcpServers"'],
  ])('keeps the other secrets with %s', (_what, from, to, wanted) => {
    const saved = save(from, to);
    expect(saved.ok && saved.value).toContain(wanted);
    expect(saved.ok && saved.value).not.toContain(MASK);
  });

  it.each([
    ['where there was no secret', `"A": "${MASK}"`, `"A": "${MASK}", "B": "${MASK}"`, 'mcpServers.a.env.B'],
    [
      'of another argument',
      `"--token", "${MASK}", "--key=${MASK}"`,
      `"--other", "${MASK}", "--key=${MASK}"`,
      'mcpServers.a.args.1',
    ],
    ['under another name', '"a": {"args"', '"b": {"args"', 'mcpServers.b.env.A'],
    ['of a part, in place of the whole', `"https://${MASK}@h/?key=${MASK}"`, `"${MASK}"`, 'mcpServers.a.url'],
    ['in a changed comment', '"old"', '"older"', ''],
  ])('rejects a mask %s', (_what, from, to, path) => {
    const saved = save(from, to);
    expect(saved.ok ? [] : saved.error.map((problem) => problem.path)).toContain(path);
  });
});

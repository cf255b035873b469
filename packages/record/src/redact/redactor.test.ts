import { parseJson } from '@toolmark/base';
import { describe, expect, it } from 'vitest';
import type { RedactConfig } from '../record-config.ts';
import { marked, markedSecret, SHAPED } from './fixtures/secrets.ts';
import { createRedactor } from './redactor.ts';

// DESIGN §4: secrets are redacted before they are stored.
const USUAL: RedactConfig = { enabled: true, names: [], keep: [], patterns: [] };
const { redact, redactText, mayContainSecret } = createRedactor(USUAL);
const PEM_LINE = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xYzaB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0x';
const AWS_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

describe('secrets by shape', () => {
  it.each(SHAPED)('%s is redacted in any text', (_what, secret) => {
    const shown = markedSecret(secret);
    expect(redact(secret)).toEqual({ value: shown, count: 1 });
    expect(redact({ a: [`see ${secret}`, 1] })).toEqual({ value: { a: [`see ${shown}`, 1] }, count: 1 });
    expect(mayContainSecret(JSON.stringify({ a: [`see ${secret}`] }))).toBe(true);
  });

  it.each(SHAPED)('%s is redacted in doubly nested JSON', (_what, secret) => {
    const nested = JSON.stringify({ log: `x\n${secret}`, n: 1 });
    const shown = JSON.stringify({ log: `x\n${markedSecret(secret)}`, n: 1 });
    expect(redact({ text: nested })).toEqual({ value: { text: shown }, count: 1 });
    const twice = JSON.stringify([nested]);
    // Of a key of several lines, the last one before its label.
    const end = (secret.split('\n').at(-2) ?? secret).slice(-12);
    expect(JSON.stringify(redact(`Result: ${twice}`).value)).not.toContain(end);
  });

  it.each([
    ['Bearer 0a1b2c3d4e5f', 'Bearer ‹12›'],
    ['use bearer mF_9.B5f-4.1JqM here', 'use bearer ‹15› here'],
    ['Basic dXNlcjpodW50ZXIy', 'Basic ‹16›'],
    ['postgres://ann:hunter2@db.example/x', 'postgres://ann:‹7›@db.example/x'],
    ['redis://:hunter2@localhost:6379', 'redis://:‹7›@localhost:6379'],
    ['mongodb+srv://u:p@ss:w!rd@h.example/?a=b', 'mongodb+srv://u:‹9›@h.example/?a=b'],
    ['"https:\\/\\/u:hunter2@h\\/x"', '"https:\\/\\/u:‹7›@h\\/x"'],
    ['https://hooks.slack.com/services/T000/B000/aB3dE5fG7hJ9kL2mN4pQ', 'https://hooks.slack.com/services/‹30›'],
    ['https://discord.com/api/webhooks/12345/aB3dE5fG7hJ9kL2mN4pQ-x', 'https://discord.com/api/webhooks/12345/‹22›'],
    ['https://x.blob.example/a?sp=r&sig=aB3dE5fG7hJ9kL2mN4pQ%3D', 'https://x.blob.example/a?sp=r&sig=‹23›'],
    [`AKIAIOSFODNN7EXAMPLE,${AWS_SECRET}\n`, '‹20›,‹40›\n'],
    ["curl -u ann:hunter2 'https://x'", "curl -u ann:‹7› 'https://x'"],
  ])('%s', (text, wanted) => {
    const shown = marked(wanted);
    expect(redact(text).value).toBe(shown);
    expect(mayContainSecret(JSON.stringify(text))).toBe(true);
    expect(redact(shown)).toEqual({ value: shown, count: 0 });
  });

  it('counts each occurrence', () => {
    expect(redact(SHAPED.map(([, secret]) => secret).join(' | '))).toEqual({
      value: SHAPED.map(([, secret]) => markedSecret(secret)).join(' | '),
      count: SHAPED.length,
    });
  });

  it.each([
    ["password':[redacted]", "password':[redacted]", 0],
    ['"token": [redacted]', '"token": [redacted]', 0],
    ["password':‹3›", "password':‹3›", 0],
    ['"token": ‹3›', '"token": ‹3›', 0],
    ['curl -u password`:hunter2hunter2', 'curl -u password`:`‹14›`', 1],
  ])('does not treat the marker in %j as a list', (given, wanted, count) => {
    const [text, shown] = [marked(given), marked(wanted)];
    expect(redactText(text)).toEqual({ text: shown, count });
    expect(redactText(shown)).toEqual({ text: shown, count: 0 });
  });

  it('finds a secret whose beginning another one hid', () => {
    const [, secret = ''] = SHAPED[0] ?? [];
    expect(redact(`${secret} password: hunter2`)).toEqual({ value: marked('‹40› password: ‹7›'), count: 2 });
  });

  it('renames a field that is a secret itself, and loses none', () => {
    const [a = '', b = ''] = SHAPED.map(([, secret]) => secret);
    expect(redact({ x: { [a]: 1, [b]: { password: 'p' } }, y: 2 })).toEqual({
      value: { x: { [marked('‹40›')]: 1, [marked('‹40› 2')]: { password: marked('‹1›') } }, y: 2 },
      count: 3,
    });
  });
});

describe('secrets by name in a text', () => {
  it.each([
    ['API_KEY=abc-def', 'API_KEY=‹7›'],
    ['export TOKEN="a b\\"c" X=1', 'export TOKEN="‹1› ‹4›" X=1'],
    ["SECRET='it is' # x", "SECRET='‹2› ‹2›' # x"],
    ['A=1\nDB_PASSWORD=p,w;d&x\nB=2', 'A=1\nDB_PASSWORD=‹3›;‹3›\nB=2'],
    ['user=ann&password=hunter2&x=1', 'user=ann&password=‹7›&x=1'],
    ['https://h.example/cb?access_token=abc&state=1#x', 'https://h.example/cb?access_token=‹3›&state=1#x'],
    ['next=https%3A%2F%2Fh%3Ftoken%3Dabc%26b%3D1', 'next=https%3A%2F%2Fh%3Ftoken%3D‹3›%26b%3D1'],
    ['user[password]=abc', 'user[password]=‹3›'],
    ['Server=db;Password=hunter2;Encrypt=True', 'Server=db;Password=‹7›;Encrypt=True'],
    ['AccountName=x;AccountKey=aB3d==;Suffix=y', 'AccountName=x;AccountKey=‹6›;Suffix=y'],
    ['Authorization: Digest username="a", response="b"\nHost: x', 'Authorization: Digest ‹13› ‹12›\nHost: x'],
    ['cookie: a=b; c=d\r\nx: y', 'cookie: ‹3›; ‹3›\r\nx: y'],
    ["curl -H 'Authorization: Foo abc' -d '{\"a\":1}'", "curl -H 'Authorization: ‹3› ‹3›' -d '{\"a\":1}'"],
    ['-H "X-Api-Key: abc" -v', '-H "X-Api-Key: ‹3›" -v'],
    ['db:\n  password: hunter2\n  port: 1', 'db:\n  password: ‹7›\n  port: 1'],
    ['userPassword: {SSHA}abcdef', 'userPassword: ‹12›'],
    ['aws_secret_access_key = abc/def', 'aws_secret_access_key = ‹7›'],
    ["{'password': 'a\\'b', 'x': 1}", "{'password': '‹4›', 'x': 1}"],
    ["'secret' => 'abc',", "'secret' => '‹3›',"],
    ['os.environ["API_KEY"] = "abc"', 'os.environ["API_KEY"] = "‹3›"'],
    ['mysql --password hunter2 -h x', 'mysql --password ‹7› -h x'],
    ['gh --token=abc x', 'gh --token=‹3› x'],
    ['<user><password>hunter2</password></user>', '<user><password>‹7›</password></user>'],
    ['<input name="csrf_token" value="abc">', '<input name="csrf_token" value="‹3›">'],
    ['- name: DB_PASSWORD\n  value: abc\n', '- name: DB_PASSWORD\n  value: ‹3›\n'],
    ['**Password:** hunter2', '**Password:** ‹7›'],
    ['Your API key: abc123.', 'Your API key: ‹7›'],
    [
      'log {"a":{"token":12345},"credentials":{"u":"}"},"b":1} end',
      'log {"a":{"token":"‹5›"},"credentials":"‹9›","b":1} end',
    ],
    ['x {\\"password\\":\\"a\\\\\\"b\\",\\"c\\":1}', 'x {\\"password\\":\\"‹6›\\",\\"c\\":1}'],
    [`password${'x'.repeat(58)}_token=hunter2 y`, `password${'x'.repeat(58)}_token=‹7› y`],
    ['line\\npwd=hunter2\\ncookie: a=b\\nx', 'line\\npwd=‹7›\\ncookie: ‹3›\\nx'],
  ])('%s', (text, wanted) => {
    const shown = marked(wanted);
    expect(redact(text).value).toBe(shown);
    expect(mayContainSecret(JSON.stringify(text))).toBe(true);
    expect(redact(shown)).toEqual({ value: shown, count: 0 });
  });
});

describe('secrets by name in a value', () => {
  it.each([
    ['text', { password: 'x' }, { password: '‹1›' }],
    ['a number', { otp: 123_456 }, { otp: '‹6›' }],
    ['a list', { apiKeys: ['a', true], x: 1 }, { apiKeys: ['‹1›', true], x: 1 }],
    ['an object', { credentials: { user: null, value: 'b' } }, { credentials: { user: null, value: '‹1›' } }],
    ['a number that does not fit into a double', parseJson('{"token":12345678901234567890}'), { token: '‹20›' }],
    [
      'a variable in a list',
      { env: [{ name: 'DB_PASSWORD', value: 'x' }] },
      { env: [{ name: 'DB_PASSWORD', value: '‹1›' }] },
    ],
    ['a header in a list, in any order', [{ Value: 'x', Key: 'Cookie' }], [{ Value: '‹1›', Key: 'Cookie' }]],
    ['a Kubernetes Secret', { kind: 'Secret', data: { a: 'eA==' } }, { kind: 'Secret', data: { a: '‹4›' } }],
    ['an argument after its flag', ['-x', '--api-key', 'abc', 'y'], ['-x', '--api-key', '‹3›', 'y']],
    ['a password called pass', { auth: { user: 'a', pass: 'x' } }, { auth: { user: 'a', pass: '‹1›' } }],
    ['a Docker login', { auths: { h: { auth: 'dXNlcjpwYXNz' } } }, { auths: { h: { auth: '‹12›' } } }],
    ['JSON in a string', ['{\n  "a": 1.5,\n  "token": "x"\n}'], ['{\n  "a": 1.5,\n  "token": "‹1›"\n}']],
    ['JSON in a string, the value first', '[{"value":"x","name":"PASSWORD"}]', '[{"value":"‹1›","name":"PASSWORD"}]'],
    ['JSON with a name twice', '{"token":"x","token":""}', '{"token":"‹1›","token":""}'],
  ])('%s', (_case, value, shown) => {
    expect(redact(value)).toEqual({ value: JSON.parse(marked(JSON.stringify(shown))), count: 1 });
    expect(mayContainSecret(JSON.stringify(value))).toBe(true);
  });

  it('copies only what it changes', () => {
    const kept = { big: [1, 2, 3] };
    const value = { kept, login: { password: 'x' } };
    const shown = redact(value).value as typeof value;
    expect(shown).toEqual({ kept, login: { password: marked('‹1›') } });
    expect(shown.kept).toBe(kept);
    expect(value.login.password).toBe('x');
  });

  it('keeps every field and its order', () => {
    const text =
      '{"__proto__":{"password":"x"},"constructor":1,"b":12345678901234567890,"a":{"__proto__":5,"token":"y"}}';
    expect(JSON.stringify(redact(parseJson(text)).value)).toBe(
      marked(
        '{"__proto__":{"password":"‹1›"},"constructor":1,"b":12345678901234567890,"a":{"__proto__":5,"token":"‹1›"}}',
      ),
    );
  });

  it('handles any depth', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(`${'[{"a":'.repeat(depth)}{"password":"x"}${'}]'.repeat(depth)}`);
    expect(redact(deep).count).toBe(1);
  });
});

describe('text that cannot belong to a secret', () => {
  it.each<readonly [string, unknown, unknown]>([
    [
      'labels of a key around a command',
      "echo '-----BEGIN PRIVATE KEY-----' ; rm -rf ~ ; echo '-----END PRIVATE KEY-----'",
      "echo '-----BEGIN PRIVATE KEY-----' ; rm -rf ~ ; echo '-----END PRIVATE KEY-----'",
    ],
    [
      'a script between the labels of a key',
      '-----BEGIN PRIVATE KEY-----\nrm -rf home\n-----END PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\nrm -rf home\n-----END PRIVATE KEY-----',
    ],
    [
      'a path after the body of a key',
      `-----BEGIN PRIVATE KEY-----\n${PEM_LINE}\n/usr/sbin/reboot\n`,
      '-----BEGIN PRIVATE KEY-----\n‹64›\n/usr/sbin/reboot\n',
    ],
    ['a command in an address', 'https://user:$(rm -rf ~)@host', 'https://user:$(rm -rf ~)@host'],
    ['one without blanks', 'https://user:$(rm$IFS-rf$IFS~)@host', 'https://user:$(rm$IFS-rf$IFS~)@host'],
    ['a command after a password in an address', 'https://user:a`reboot`@host', 'https://user:‹1›`reboot`@host'],
    ['a command as a variable', 'API_KEY="$(rm -rf /)"', 'API_KEY="$(rm -rf /)"'],
    ['a command after a variable', 'TOKEN=abc;rm -rf ~', 'TOKEN=‹3›;rm -rf ~'],
    ['a command after a password in quotes', 'PASSWORD="x"; rm -rf ~', 'PASSWORD="‹1›"; rm -rf ~'],
    ['a pipe', 'token: abc | sh', 'token: ‹3› | sh'],
    ['a command under a name', { password: '$(rm -rf /)' }, { password: '$(rm -rf /)' }],
    ['a command after a word', { token: 'x; rm -rf ~' }, { token: '‹1›; rm -rf ~' }],
    ['a command before another', { api_key: 'rm -rf ~ ; x' }, { api_key: '‹2› -rf ~ ; x' }],
    ['a command in backticks', { secret: '`rm -rf ~`' }, { secret: '`rm -rf ~`' }],
    ['lines', { token: 'ab\ncd' }, { token: '‹2›\n‹2›' }],
    ['the words of a passphrase', { password: 'correct horse' }, { password: '‹7› ‹5›' }],
    ['signs in a password', { password: 'p;4ss|w`0$(rd' }, { password: '‹1›;‹3›|‹1›`‹1›$(‹2›' }],
    ['members under a name', { token: { cmd: 'x | sh', n: 12 } }, { token: { cmd: '‹1› | sh', n: '‹2›' } }],
    ['a secret inside a command', { token: 'x; curl -d password=abc' }, { token: '‹1›; curl -d password=‹3›' }],
    ['the parts of a cookie', { cookie: 'a=b; c=d' }, { cookie: '‹3›; ‹3›' }],
    [
      'the parts of a cookie in a list',
      [{ name: 'Cookie', value: 'a=b; c=d' }],
      [{ name: 'Cookie', value: '‹3›; ‹3›' }],
    ],
  ])('%s is kept', (_case, value, wanted) => {
    const shown: unknown = JSON.parse(marked(JSON.stringify(wanted)));
    expect(redact(value).value).toEqual(shown);
    expect(redact(shown)).toEqual({ value: shown, count: 0 });
  });

  it('reports the number of redacted characters', () => {
    expect(redact({ password: 'x', token: 'ab' }).value).toEqual({
      password: '[redacted 1 character]',
      token: '[redacted 2 characters]',
    });
  });
});

describe('text that only resembles a secret', () => {
  const filledIn = (name: string): string => `\${${name}}`;
  it.each<readonly [unknown]>([
    [{ password: '', token: null, secret: false, cookies: [], credentials: {} }],
    [{ password: filledIn('DB_PASSWORD'), token: '{{ token }}' }],
    [{ max_tokens: 100, tokens: 7, nextPageToken: 'CAUQAA', cursor: 'abc', author: 'ann', primary_key: 'id' }],
    [{ pwd: '/home/ann', pass: 12, auth: 'oauth', public_key: 'ssh-ed25519 AAAAC3NzaC1' }],
    [{ name: 'password', type: 'string', required: true }],
    [
      [
        ['--password', '--verbose'],
        ['password', 'username'],
      ],
    ],
    ['The password must have 12 characters, the token is renewed every hour.'],
    ['Enter your password: it must be long. Token: the thing. Secret: not set.'],
    ['interface Login { password: string; token?: string; apiKey: any }'],
    ['if (password == null || token === undefined) throw new TokenError();'],
    ['const token = await getToken(); password = this.password; key = process.env.API_KEY'],
    [`PASSWORD=$DB_PASSWORD TOKEN=${filledIn('TOKEN')} SECRET=$(cat secret.txt)`],
    ['PWD=/home/ann OLDPWD=/ PASS: test_login passed, FAIL: none'],
    ['Basic authentication and Bearer authentication are supported; basic read/write.'],
    ['sk-fading-circle-container-element task-sk-1 risk-assessment-of-the-thing'],
    ['AKIA is a prefix; xoxo; npm_config_registry=https://registry.npmjs.org/'],
    ['da39a3ee5e6b4b0d3255bfef95601890afd80709 019a8d3e-7c1b-7abc-8def-0123456789ab'],
    ['http://localhost:8080/a@b https://example.com:443?mail=a@b.c git@github.com:a/b.git ann@example.com'],
    ['docker run -u 1000:1000 --user node:node x'],
    ['-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQ\n-----END PUBLIC KEY-----'],
    ['eyJ is how a JWT begins, and eyJhbGciOiJIUzI1NiJ9 is only a header'],
    ['Token::new(), std::string secret; #token {color: red}'],
    ['token_count: 5, "tokens": 12, next_token=abc&page_token=x'],
    ['<token> stands for a token. <password> too'],
    [parseJson('[12345678901234567890,{"n":1e400}]')],
  ])('is kept: %j', (value) => {
    const shown = redact(value);
    expect(shown).toEqual({ value, count: 0 });
    expect(shown.value).toBe(value);
  });

  it.each<readonly [unknown]>([
    [{ path: '/src/index.ts', limit: 5, query: 'how to open a file', author: 'ann', keyboard: 'de' }],
    [
      {
        content: [{ type: 'text', text: 'Sunny, 24 degrees. https://example.com/x?y=1' }],
        max_tokens: 5,
        isError: false,
      },
    ],
  ])('skips the search: %j', (value) => {
    expect(mayContainSecret(JSON.stringify(value))).toBe(false);
  });
});

describe('the config', () => {
  const badge = { badgeNumber: 'x', 'BADGE-number': 7, note: 'badge_number: y', badge: 'z' };

  it('adds names in any spelling', () => {
    const own = createRedactor({ ...USUAL, names: ['badge_number'] });
    expect(own.redact(badge)).toEqual({
      value: {
        badgeNumber: marked('‹1›'),
        'BADGE-number': marked('‹1›'),
        note: marked('badge_number: ‹1›'),
        badge: 'z',
      },
      count: 3,
    });
    expect(own.mayContainSecret(JSON.stringify({ BADGE_NUMBER: 1 }))).toBe(true);
    expect(redact(badge).count).toBe(0);
  });

  it('adds names of any alphabet', () => {
    const own = createRedactor({ ...USUAL, names: ['Kennwört'] });
    expect(own.mayContainSecret('{"KENNWÖRT":"x"}')).toBe(true);
    expect(own.redact({ KENNWÖRT: 'x' })).toEqual({ value: { KENNWÖRT: marked('‹1›') }, count: 1 });
  });

  it('excludes names, but not formats', () => {
    const [, [, secret = ''] = []] = SHAPED;
    const own = createRedactor({ ...USUAL, keep: ['TOKEN'] });
    expect(own.redact({ token: 'x', access_token: 'y', note: 'token=z', to_ken: secret })).toEqual({
      value: { token: 'x', access_token: marked('‹1›'), note: 'token=z', to_ken: markedSecret(secret) },
      count: 2,
    });
  });

  it('adds patterns, which do not match markers', () => {
    const own = createRedactor({ ...USUAL, patterns: ['EMP-\\d{4}', '\\p{Lu}{12}|redacted'] });
    expect(own.mayContainSecret('{}')).toBe(true);
    expect(own.redact({ a: 'EMP-1234 and EMP-12', b: 'ÄÖÜÄÖÜÄÖÜÄÖÜ', password: 'x', c: 'token=y redacted' })).toEqual({
      value: {
        a: marked('‹8› and EMP-12'),
        b: marked('‹12›'),
        password: marked('‹1›'),
        c: marked('token=‹1› ‹8›'),
      },
      count: 5,
    });
  });

  it('disables redaction', () => {
    const off = createRedactor({ ...USUAL, enabled: false, names: ['a'], patterns: ['b'] });
    const value = { password: 'x', a: 'b' };
    expect(off.redact(value)).toEqual({ value, count: 0 });
    expect(off.redactText('token=x')).toEqual({ text: 'token=x', count: 0 });
    expect(off.mayContainSecret(JSON.stringify(value))).toBe(false);
  });
});

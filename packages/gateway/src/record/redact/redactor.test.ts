import { describe, expect, it } from 'vitest';
import type { RedactConfig } from '../../config/config.ts';
import { parseJson } from '../../json.ts';
import { SHAPED } from './fixtures/secrets.ts';
import { createRedactor } from './redactor.ts';

// DESIGN §4: secrets are redacted before they are stored.
const USUAL: RedactConfig = { enabled: true, names: [], keep: [], patterns: [] };
const { redact, redactText, mayHold } = createRedactor(USUAL);
const AWS_SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';

describe('secrets by shape', () => {
  it.each(SHAPED)('%s goes from any text', (_what, secret) => {
    expect(redact(secret)).toEqual({ value: '[redacted]', count: 1 });
    expect(redact({ a: [`see ${secret}`, 1] })).toEqual({ value: { a: ['see [redacted]', 1] }, count: 1 });
    expect(mayHold(JSON.stringify({ a: [`see ${secret}`] }))).toBe(true);
  });

  it.each(SHAPED)('%s goes from JSON in a string in a string', (_what, secret) => {
    const nested = JSON.stringify({ log: `x\n${secret}`, n: 1 });
    expect(redact({ text: nested })).toEqual({ value: { text: '{"log":"x\\n[redacted]","n":1}' }, count: 1 });
    const twice = JSON.stringify([nested]);
    expect(JSON.stringify(redact(`Result: ${twice}`).value)).not.toContain(secret.slice(-12));
  });

  it.each([
    ['Bearer 0a1b2c3d4e5f', 'Bearer [redacted]'],
    ['use bearer mF_9.B5f-4.1JqM here', 'use bearer [redacted] here'],
    ['Basic dXNlcjpodW50ZXIy', 'Basic [redacted]'],
    ['postgres://ann:hunter2@db.example/x', 'postgres://ann:[redacted]@db.example/x'],
    ['redis://:hunter2@localhost:6379', 'redis://:[redacted]@localhost:6379'],
    ['mongodb+srv://u:p@ss:w!rd@h.example/?a=b', 'mongodb+srv://u:[redacted]@h.example/?a=b'],
    ['"https:\\/\\/u:hunter2@h\\/x"', '"https:\\/\\/u:[redacted]@h\\/x"'],
    ['https://hooks.slack.com/services/T000/B000/aB3dE5fG7hJ9kL2mN4pQ', 'https://hooks.slack.com/services/[redacted]'],
    [
      'https://discord.com/api/webhooks/12345/aB3dE5fG7hJ9kL2mN4pQ-x',
      'https://discord.com/api/webhooks/12345/[redacted]',
    ],
    ['https://x.blob.example/a?sp=r&sig=aB3dE5fG7hJ9kL2mN4pQ%3D', 'https://x.blob.example/a?sp=r&sig=[redacted]'],
    [`AKIAIOSFODNN7EXAMPLE,${AWS_SECRET}\n`, '[redacted],[redacted]\n'],
    ["curl -u ann:hunter2 'https://x'", "curl -u ann:[redacted] 'https://x'"],
  ])('%s', (text, shown) => {
    expect(redact(text).value).toBe(shown);
    expect(mayHold(JSON.stringify(text))).toBe(true);
    expect(redact(shown)).toEqual({ value: shown, count: 0 });
  });

  it('counts each of several', () => {
    expect(redact(SHAPED.map(([, secret]) => secret).join(' | '))).toEqual({
      value: SHAPED.map(() => '[redacted]').join(' | '),
      count: SHAPED.length,
    });
  });

  it.each([
    ["password':[redacted]", "password':[redacted]", 0],
    ['"token": [redacted]', '"token": [redacted]', 0],
    ['curl -u password`:hunter2hunter2', 'curl -u password`:[redacted]', 2],
  ])('takes nothing for a list that was taken out of %j', (text, shown, count) => {
    expect(redactText(text)).toEqual({ text: shown, count });
    expect(redactText(shown)).toEqual({ text: shown, count: 0 });
  });

  it('finds what another secret hid the beginning of', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----';
    expect(redact(`${key}api key: hunter2`)).toEqual({ value: '[redacted]api key: [redacted]', count: 2 });
  });

  it('renames a field that is called like one, and loses none', () => {
    const [a = '', b = ''] = SHAPED.map(([, secret]) => secret);
    expect(redact({ x: { [a]: 1, [b]: { password: 'p' } }, y: 2 })).toEqual({
      value: { x: { '[redacted]': 1, '[redacted] 2': { password: '[redacted]' } }, y: 2 },
      count: 3,
    });
  });
});

describe('secrets by name in a text', () => {
  it.each([
    ['API_KEY=abc-def', 'API_KEY=[redacted]'],
    ['export TOKEN="a b\\"c" X=1', 'export TOKEN="[redacted]" X=1'],
    ["SECRET='it is' # x", "SECRET='[redacted]' # x"],
    ['A=1\nDB_PASSWORD=p,w;d&x\nB=2', 'A=1\nDB_PASSWORD=[redacted]\nB=2'],
    ['user=ann&password=hunter2&x=1', 'user=ann&password=[redacted]&x=1'],
    ['https://h.example/cb?access_token=abc&state=1#x', 'https://h.example/cb?access_token=[redacted]&state=1#x'],
    ['next=https%3A%2F%2Fh%3Ftoken%3Dabc%26b%3D1', 'next=https%3A%2F%2Fh%3Ftoken%3D[redacted]%26b%3D1'],
    ['user[password]=abc', 'user[password]=[redacted]'],
    ['Server=db;Password=hunter2;Encrypt=True', 'Server=db;Password=[redacted];Encrypt=True'],
    ['AccountName=x;AccountKey=aB3d==;Suffix=y', 'AccountName=x;AccountKey=[redacted];Suffix=y'],
    ['Authorization: Digest username="a", response="b"\nHost: x', 'Authorization: [redacted]\nHost: x'],
    ['cookie: a=b; c=d\r\nx: y', 'cookie: [redacted]\r\nx: y'],
    ["curl -H 'Authorization: Foo abc' -d '{\"a\":1}'", "curl -H 'Authorization: [redacted]' -d '{\"a\":1}'"],
    ['-H "X-Api-Key: abc" -v', '-H "X-Api-Key: [redacted]" -v'],
    ['db:\n  password: hunter2\n  port: 1', 'db:\n  password: [redacted]\n  port: 1'],
    ['userPassword: {SSHA}abcdef', 'userPassword: [redacted]'],
    ['aws_secret_access_key = abc/def', 'aws_secret_access_key = [redacted]'],
    ["{'password': 'a\\'b', 'x': 1}", "{'password': '[redacted]', 'x': 1}"],
    ["'secret' => 'abc',", "'secret' => '[redacted]',"],
    ['os.environ["API_KEY"] = "abc"', 'os.environ["API_KEY"] = "[redacted]"'],
    ['mysql --password hunter2 -h x', 'mysql --password [redacted] -h x'],
    ['gh --token=abc x', 'gh --token=[redacted] x'],
    ['<user><password>hunter2</password></user>', '<user><password>[redacted]</password></user>'],
    ['<input name="csrf_token" value="abc">', '<input name="csrf_token" value="[redacted]">'],
    ['- name: DB_PASSWORD\n  value: abc\n', '- name: DB_PASSWORD\n  value: [redacted]\n'],
    ['**Password:** hunter2', '**Password:** [redacted]'],
    ['Your API key: abc123.', 'Your API key: [redacted]'],
    [
      'log {"a":{"token":12345},"credentials":{"u":"}"},"b":1} end',
      'log {"a":{"token":"[redacted]"},"credentials":"[redacted]","b":1} end',
    ],
    ['x {\\"password\\":\\"a\\\\\\"b\\",\\"c\\":1}', 'x {\\"password\\":\\"[redacted]\\",\\"c\\":1}'],
    [`password${'x'.repeat(58)}_token=hunter2 y`, `password${'x'.repeat(58)}_token=[redacted] y`],
    ['line\\npwd=hunter2\\ncookie: a=b\\nx', 'line\\npwd=[redacted]\\ncookie: [redacted]\\nx'],
  ])('%s', (text, shown) => {
    expect(redact(text).value).toBe(shown);
    expect(mayHold(JSON.stringify(text))).toBe(true);
    expect(redact(shown)).toEqual({ value: shown, count: 0 });
  });
});

describe('secrets by name in a value', () => {
  it.each([
    ['text', { password: 'x' }, { password: '[redacted]' }],
    ['a number', { otp: 123_456 }, { otp: '[redacted]' }],
    ['a list', { apiKeys: ['a', 'b'], x: 1 }, { apiKeys: '[redacted]', x: 1 }],
    ['an object', { credentials: { user: 'a', value: 'b' } }, { credentials: '[redacted]' }],
    ['a number that no double holds', parseJson('{"token":12345678901234567890}'), { token: '[redacted]' }],
    [
      'a variable in a list',
      { env: [{ name: 'DB_PASSWORD', value: 'x' }] },
      { env: [{ name: 'DB_PASSWORD', value: '[redacted]' }] },
    ],
    ['a header in a list, in any order', [{ Value: 'x', Key: 'Cookie' }], [{ Value: '[redacted]', Key: 'Cookie' }]],
    ['a Secret of Kubernetes', { kind: 'Secret', data: { a: 'eA==' } }, { kind: 'Secret', data: '[redacted]' }],
    ['an argument after its flag', ['-x', '--api-key', 'abc', 'y'], ['-x', '--api-key', '[redacted]', 'y']],
    ['a password called pass', { auth: { user: 'a', pass: 'x' } }, { auth: { user: 'a', pass: '[redacted]' } }],
    [
      'a login as Docker keeps it',
      { auths: { h: { auth: 'dXNlcjpwYXNz' } } },
      { auths: { h: { auth: '[redacted]' } } },
    ],
    ['JSON in a string', ['{\n  "a": 1.5,\n  "token": "x"\n}'], ['{\n  "a": 1.5,\n  "token": "[redacted]"\n}']],
    [
      'JSON in a string, the value first',
      '[{"value":"x","name":"PASSWORD"}]',
      '[{"value":"[redacted]","name":"PASSWORD"}]',
    ],
    ['JSON with a name twice', '{"token":"x","token":""}', '{"token":"[redacted]","token":""}'],
  ])('%s', (_case, value, shown) => {
    expect(redact(value)).toEqual({ value: shown, count: 1 });
    expect(mayHold(JSON.stringify(value))).toBe(true);
  });

  it('leaves a copy behind only of what it changed', () => {
    const kept = { big: [1, 2, 3] };
    const value = { kept, login: { password: 'x' } };
    const shown = redact(value).value as typeof value;
    expect(shown).toEqual({ kept, login: { password: '[redacted]' } });
    expect(shown.kept).toBe(kept);
    expect(value.login.password).toBe('x');
  });

  it('keeps every field and its place', () => {
    const text =
      '{"__proto__":{"password":"x"},"constructor":1,"b":12345678901234567890,"a":{"__proto__":5,"token":"y"}}';
    expect(JSON.stringify(redact(parseJson(text)).value)).toBe(
      '{"__proto__":{"password":"[redacted]"},"constructor":1,"b":12345678901234567890,"a":{"__proto__":5,"token":"[redacted]"}}',
    );
  });

  it('goes as deep as a value goes', () => {
    const depth = 100_000;
    const deep: unknown = JSON.parse(`${'[{"a":'.repeat(depth)}{"password":"x"}${'}]'.repeat(depth)}`);
    expect(redact(deep).count).toBe(1);
  });
});

describe('what only looks like a secret', () => {
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
  ])('stays: %j', (value) => {
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
  ])('is not even looked into: %j', (value) => {
    expect(mayHold(JSON.stringify(value))).toBe(false);
  });
});

describe('the config', () => {
  const badge = { badgeNumber: 'x', 'BADGE-number': 7, note: 'badge_number: y', badge: 'z' };

  it('adds names, however they are written', () => {
    const own = createRedactor({ ...USUAL, names: ['badge_number'] });
    expect(own.redact(badge)).toEqual({
      value: { badgeNumber: '[redacted]', 'BADGE-number': '[redacted]', note: 'badge_number: [redacted]', badge: 'z' },
      count: 3,
    });
    expect(own.mayHold(JSON.stringify({ BADGE_NUMBER: 1 }))).toBe(true);
    expect(redact(badge).count).toBe(0);
  });

  it('adds names of any alphabet', () => {
    const own = createRedactor({ ...USUAL, names: ['Kennwört'] });
    expect(own.mayHold('{"KENNWÖRT":"x"}')).toBe(true);
    expect(own.redact({ KENNWÖRT: 'x' })).toEqual({ value: { KENNWÖRT: '[redacted]' }, count: 1 });
  });

  it('keeps names, but no shapes', () => {
    const [, [, secret = ''] = []] = SHAPED;
    const own = createRedactor({ ...USUAL, keep: ['TOKEN'] });
    expect(own.redact({ token: 'x', access_token: 'y', note: 'token=z', to_ken: secret })).toEqual({
      value: { token: 'x', access_token: '[redacted]', note: 'token=z', to_ken: '[redacted]' },
      count: 2,
    });
  });

  it('adds patterns, which find nothing in what was taken out', () => {
    const own = createRedactor({ ...USUAL, patterns: ['EMP-\\d{4}', '\\p{Lu}{12}|redacted'] });
    expect(own.mayHold('{}')).toBe(true);
    expect(own.redact({ a: 'EMP-1234 and EMP-12', b: 'ÄÖÜÄÖÜÄÖÜÄÖÜ', password: 'x', c: 'token=y redacted' })).toEqual({
      value: { a: '[redacted] and EMP-12', b: '[redacted]', password: '[redacted]', c: 'token=[redacted] [redacted]' },
      count: 5,
    });
  });

  it('turns it off', () => {
    const off = createRedactor({ ...USUAL, enabled: false, names: ['a'], patterns: ['b'] });
    const value = { password: 'x', a: 'b' };
    expect(off.redact(value)).toEqual({ value, count: 0 });
    expect(off.redactText('token=x')).toEqual({ text: 'token=x', count: 0 });
    expect(off.mayHold(JSON.stringify(value))).toBe(false);
  });
});

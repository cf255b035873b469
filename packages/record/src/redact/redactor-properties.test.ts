import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHAPED } from './fixtures/secrets.ts';
import { createRedactor, createWordFilter } from './redactor.ts';

// DESIGN §4: secrets are redacted before they are stored.
const { redact, mayContainSecret } = createRedactor({ enabled: true, names: [], keep: [], patterns: [] });
const RUNS = { numRuns: 1_000 };

/** Fragments of texts with secrets, combined at random. */
const scraps = fc.constantFrom(
  ...[
    'password',
    'token',
    'Authorization',
    'cookie',
    'pwd',
    'pass',
    'api key',
    '--secret',
    'name',
    'value',
    'x',
    '7',
    'to',
  ],
  ...[
    ':',
    '=',
    '=>',
    '"',
    "'",
    '`',
    '\\"',
    '\\\\',
    '\\n',
    '\n',
    ' ',
    ',',
    ';',
    '&',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '</',
    '@',
    '://',
  ],
  ...[
    'Bearer ',
    'Basic ',
    'dXNlcjpwYXNz',
    '[redacted]',
    '[redacted 5 characters]',
    'hunter2',
    '$',
    '%26',
    '%3D',
    '-----BEGIN PRIVATE KEY-----',
    'curl -u ',
  ],
  ...SHAPED.map(([, secret]) => secret),
);
const scrapText = fc.array(scraps, { maxLength: 12 }).map((parts) => parts.join(''));
const text = fc.oneof(
  scrapText,
  scrapText.map((inner) => JSON.stringify({ a: inner, password: inner })),
  fc.string(),
);
const name = fc.oneof(
  fc.constantFrom('a', 'password', 'token', 'name', 'value', 'key', 'data', '__proto__'),
  fc.string(),
  scrapText,
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}));

describe('redaction', () => {
  it.each([
    ['cookie=;password', 'cookie=;[redacted 8 characters]'],
    [
      'token=ab[redacted 8 characters]cd',
      'token=[redacted 2 characters][redacted 8 characters][redacted 2 characters]',
    ],
  ])('keeps a marker within a value whole: %s', (given, wanted) => {
    expect(redact(given).value).toBe(wanted);
    expect(redact(wanted)).toEqual({ value: wanted, count: 0 });
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(value, (given) => {
        const once = redact(given);
        expect(redact(once.value)).toEqual({ value: once.value, count: 0 });
      }),
      RUNS,
    );
  });

  it('returns the same value without findings, and never changes its input', () => {
    fc.assert(
      fc.property(value, (given) => {
        const before = JSON.stringify(given);
        const { value: shown, count } = redact(given);
        expect(JSON.stringify(given)).toBe(before);
        if (count === 0) expect(shown).toBe(given);
        else expect(JSON.stringify(shown)).not.toBe(before);
      }),
      RUNS,
    );
  });

  it('is never needed when the pre-check of the JSON says so', () => {
    fc.assert(
      fc.property(value, (given) => {
        if (redact(given).count > 0) expect(mayContainSecret(JSON.stringify(given))).toBe(true);
      }),
      RUNS,
    );
  });

  it('keeps texts without secrets', () => {
    const words = fc
      .array(
        fc.constantFrom(
          'path',
          'limit',
          'the',
          'file',
          'max_tokens',
          'nextPageToken',
          'author',
          'primary_key',
          'is',
          '5',
        ),
        {
          maxLength: 9,
        },
      )
      .map((parts) => parts.join(' '));
    const plain = fc.jsonValue({ stringUnit: fc.constantFrom(...'abcxyz 0189_-.:/\n"{[') });
    fc.assert(
      fc.property(words, plain, (sentence, other) => {
        const given = { path: sentence, list: [sentence, other], other };
        expect(redact(given).value).toBe(given);
      }),
      RUNS,
    );
  });

  /** The parts that no secret contains, in order. */
  const separators = (shown: string): readonly string[] =>
    shown.replace(/\[redacted(?: \d+ characters?)?\]/g, '').match(/[\s;|`]|\$\(/g) ?? [];
  const commands = fc
    .array(
      fc.constantFrom(
        ...['rm', '-rf', '~', 'hunter2', 'x', '7', ' ', '\n', ';', '|', '`', '$(', ')', '&&', '$', '"', '@'],
      ),
      {
        maxLength: 14,
      },
    )
    .map((parts) => parts.join(''));
  it.each<readonly [string, (text: string) => string | Record<string, unknown>]>([
    ['a field', (given) => ({ password: given })],
    ['a field of a field', (given) => ({ token: { a: [given] } })],
    ['a variable', (given) => `API_KEY=${given}`],
    ['a quoted variable', (given) => `API_KEY="${given}" next`],
    ['a header', (given) => `Authorization: ${given}`],
    ['an address', (given) => `https://user:${given}@host`],
    ['the labels of a key', (given) => `'-----BEGIN PRIVATE KEY-----' ${given} '-----END PRIVATE KEY-----'`],
    ['a command line', (given) => `curl -u ann:${given} --token ${given}`],
  ])('keeps the parts of %s that cannot belong to a secret', (_where, build) => {
    fc.assert(
      fc.property(commands, (given) => {
        const built = build(given);
        const { value: shown } = redact(built);
        const texts = (all: unknown): string =>
          typeof all === 'string'
            ? all
            : Object.values(all as object)
                .map(texts)
                .join('\n');
        expect(separators(texts(shown))).toEqual(separators(texts(built)));
      }),
      RUNS,
    );
  });

  // A secret planted anywhere does not appear in the result.
  const planted = fc
    .tuple(
      fc.constantFrom(...SHAPED.map(([, secret]) => secret)),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', ' ', '\n', '"', ': ', '=', '/', '(', '\t', '%20'),
    )
    .map(([secret, before, between]) => ({ secret, text: `${before}${between === '' ? ' ' : between}${secret}` }));
  const wrap: Readonly<Record<string, (text: string, other: unknown) => unknown>> = {
    'on its own': (given) => given,
    'in a list': (given, other) => [other, [other, given], given],
    'first and last in an object': (given, other) => ({ a: given, b: other, c: given }),
    'in JSON in a string': (given, other) => ({ text: JSON.stringify({ other, given }, undefined, 2) }),
    'in JSON in JSON in a string': (given) => JSON.stringify([JSON.stringify({ log: given })]),
    'in JSON within a text': (given) => `Result: ${JSON.stringify({ log: given })} and more`,
    'in JSON in JSON within a text': (given) => `Result: ${JSON.stringify([JSON.stringify({ log: given })])} and more`,
    'as a name': (given, other) => ({ [given]: other }),
    'under __proto__': (given) => JSON.parse(`{"__proto__":${JSON.stringify(given)}}`),
  };
  it.each(Object.keys(wrap))('redacts a secret planted %s', (where) => {
    fc.assert(
      fc.property(planted, fc.jsonValue({ maxDepth: 2 }), ({ secret, text: given }, other) => {
        const whole = wrap[where]?.(given, other);
        const shown = JSON.stringify(redact(whole).value);
        // Its last line, because a multi-line key is escaped differently at every level.
        expect(shown).not.toContain(secret.split('\n').at(-2) ?? secret);
        expect(mayContainSecret(JSON.stringify(whole))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  const password = fc
    .string({ minLength: 8, unit: fc.constantFrom(...'abcdefghXYZ0123456789!$-_.+/') })
    .map((tail) => `Zq7${tail}`);
  it.each<readonly [string, (password: string) => unknown]>([
    ['a field', (secret) => ({ a: 1, db_password: secret })],
    ['a variable', (secret) => `A=1\nDB_PASSWORD=${secret}\nB=2`],
    ['a query', (secret) => `https://h.example/?a=1&token=${encodeURIComponent(secret)}&b=2`],
    ['JSON in a text', (secret) => `x ${JSON.stringify({ apiKey: secret, b: 1 })}`],
    ['JSON in JSON in a text', (secret) => `x ${JSON.stringify(JSON.stringify({ apiKey: secret, b: 1 }))}`],
    ['a header', (secret) => `Host: x\r\nAuthorization: Custom ${secret}\r\n\r\n`],
    ['a URL', (secret) => `postgres://ann:${encodeURIComponent(secret)}@db/x`],
    ['a list of variables', (secret) => JSON.stringify({ env: [{ value: secret, name: 'DB_PASSWORD' }] })],
    ['a command', (secret) => ({ args: ['--verbose', '--token', secret] })],
    ['YAML', (secret) => `db:\n  password: ${secret}\n`],
  ])('redacts a password in %s', (_where, build) => {
    fc.assert(
      fc.property(password, (secret) => {
        const shown = JSON.stringify(redact(build(secret)).value);
        expect(shown).not.toContain(secret.slice(0, 6));
        expect(shown).toMatch(/\[redacted \d+ characters?\]/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the pre-check', () => {
  const mayMatch = createWordFilter(['secret', 'key', 'sk-', '.@.']);

  it('finds every word, at any place and in any case', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 40_000 }),
        fc.constantFrom('SECRET', 'secret', 'Key', 'kEY', 'Sk-', 'ü@ü'),
        fc.string({ maxLength: 5 }),
        (length, word, after) => {
          expect(mayMatch(`${'x'.repeat(length)}${word}${after}`)).toBe(true);
        },
      ),
      RUNS,
    );
  });

  it.each([16_380, 16_381, 16_382, 16_383, 16_384, 32_760, 32_764])(
    'finds a word across a chunk boundary at %i',
    (at) => {
      for (const word of ['secret', 'key', 'a@b']) expect(mayMatch(`${'x'.repeat(at)}${word}`)).toBe(true);
    },
  );

  it.each(['', 'k', 'ke', 'nothing here', 'secr', 'x'.repeat(50_000), '@', 'a@'])('finds none in %s', (given) => {
    expect(mayMatch(given)).toBe(given === 'secr');
  });
});

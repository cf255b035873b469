/** JSON values, as text, that are far more expensive to process than their size suggests. */
export type Shapes = Readonly<Record<string, (n: number) => string>>;

const repeat = (n: number, part: (index: number) => string): string =>
  Array.from({ length: n }, (_unused, index) => part(index)).join(',');
const text = (n: number, words: string): string => `{"text":"${words.repeat(n / Buffer.byteLength(words))}"}`;

/** Values of `n` parts. */
export const VALUES: Shapes = {
  'escaped keys': (n) => `{${repeat(n, (index) => `"k\\n${index}":1`)}}`,
  keys: (n) => `{${repeat(n, (index) => `"key${index}":1`)}}`,
  'duplicate keys': (n) => `{${repeat(n, () => '"same":1')}}`,
  'numbered keys': (n) => `{${repeat(n, (index) => `"${index * 7_919}":1`)}}`,
  items: (n) => `[${repeat(n, () => '0')}]`,
  'empty objects': (n) => `[${repeat(n / 2, () => '{}')}]`,
  rows: (n) => `[${repeat(n / 5, (index) => `{"id":${index},"name":"row ${index}","tags":["a"]}`)}]`,
  'long numbers': (n) => `[${repeat(n, (index) => `${index + 1}2345678901234567890123`)}]`,
  'secrets in fields': (n) => `[${repeat(n / 3, (index) => `{"password":"hunter${index}","api_key":"${index}"}`)}]`,
};

/** Texts of `n` bytes. */
export const TEXTS: Shapes = {
  'one text': (n) => text(n, 'plain words, '),
  'escapes in a text': (n) => text(n, '\\n\\u00e9'),
  'wide characters': (n) => text(n, '漢字'),
  'secrets in a text': (n) => text(n, 'password=hunter2 token: abc Bearer 0a1b2c3d4e5f '),
  'beginnings of secrets': (n) => text(n, '-----BEGIN PRIVATE KEY----- https://a:b '),
  'lines of one name': (n) => text(n, 'token'),
  'digits of one number': (n) => `[1${'0'.repeat(n)}]`,
  'JSON in a text': (n) =>
    `{"text":${JSON.stringify(`{"password":"x","rows":[${repeat(n / 20, (index) => `{"k${index}":1}`)}]}`)}}`,
};

/** Values of `n` levels. */
export const LEVELS: Shapes = {
  nesting: (n) => `${'{"a":['.repeat(n / 2)}1${']}'.repeat(n / 2)}`,
};

export const SHAPES: Shapes = { ...VALUES, ...TEXTS, ...LEVELS };

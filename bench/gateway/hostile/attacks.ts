import { setTimeout as sleep } from 'node:timers/promises';
import { DEPTHS, type Definitions, PROSE, SCHEMAS, TOOLS } from './definitions.ts';
import { LEVELS, SHAPES, TEXTS, VALUES } from './shapes.ts';
import type { Testbed } from './testbed.ts';

/** An attack of a client or a server on a gateway. */
export interface Attack {
  readonly kind: 'request' | 'asked' | 'result' | 'error' | 'definition' | 'stream' | 'connection';
  readonly shape: string;
  /** In parts, bytes or levels. The second is twice the first and near the limit, the last is far above it. */
  readonly sizes: readonly number[];
  /** Resolves at its end with the start of the answer. */
  readonly run: (testbed: Testbed, n: number) => Promise<string>;
}

const PARTS = [24_000, 48_000, 800_000];
/** The limit for a result is half that for a request. */
const BYTES = { request: [5_000_000, 10_000_000, 60_000_000], result: [4_000_000, 8_000_000, 60_000_000] };
const NESTED = [96, 192, 5_000];
const LISTED = [10_000, 20_000, 100_000];
const SCHEMA_PARTS = [2_000, 4_000, 100_000];
const PROSE_BYTES = [125_000, 250_000, 8_000_000];
const MESSAGES = [50_000, 100_000];

const shapesOf = (bytes: readonly number[]): readonly (readonly [shape: string, sizes: readonly number[]])[] => [
  ...Object.keys(VALUES).map((shape) => [shape, PARTS] as const),
  ...Object.keys(TEXTS).map((shape) => [shape, bytes] as const),
  ...Object.keys(LEVELS).map((shape) => [shape, NESTED] as const),
];

export const ATTACKS: readonly Attack[] = [
  ...shapesOf(BYTES.request).map(([shape, sizes]) => ({ kind: 'request', shape, sizes, run: request(shape) }) as const),
  ...shapesOf(BYTES.result).map(
    ([shape, sizes]) => ({ kind: 'result', shape, sizes, run: byServer('give', shape) }) as const,
  ),
  ...shapesOf(BYTES.result).map(
    ([shape, sizes]) => ({ kind: 'error', shape, sizes, run: byServer('fail', shape) }) as const,
  ),
  // Calls that wait for an approval that never comes.
  ...['keys', 'secrets in fields', 'one text'].map(
    (shape): Attack => ({
      kind: 'asked',
      shape,
      sizes: shape in VALUES ? PARTS : BYTES.request,
      run: ({ call }, n) => call('erase', `{"value":${SHAPES[shape]?.(n)}}`),
    }),
  ),
  ...definitions(TOOLS, LISTED),
  ...definitions(SCHEMAS, SCHEMA_PARTS),
  ...definitions(DEPTHS, NESTED),
  ...definitions(PROSE, PROSE_BYTES),
  ...['progress', 'drip', 'noise'].map(
    (shape) => ({ kind: 'stream', shape, sizes: MESSAGES, run: byServer(shape, shape) }) as const,
  ),
];

function request(shape: string): Attack['run'] {
  return ({ call }, n) => call('take', `{"value":${SHAPES[shape]?.(n)}}`);
}

function byServer(tool: string, shape: string): Attack['run'] {
  return ({ call }, n) => call(tool, JSON.stringify({ shape, n }));
}

function definitions(shapes: Definitions, sizes: readonly number[]): readonly Attack[] {
  return Object.keys(shapes).map((shape) => ({
    kind: 'definition',
    shape,
    sizes,
    run: (testbed, n) => offer(testbed, shape, n),
  }));
}

const TAKEN_UP_POLL_MS = 20;
const TAKEN_UP_DEADLINE_MS = 60_000;
let marks = 0;

/** Changes the hostile server's tools, and waits until the gateway offers them. */
async function offer({ call }: Testbed, shape: string, n: number): Promise<string> {
  const mark = `mark_${++marks}`;
  const told = await call('offer', JSON.stringify({ shape, n, mark }));
  if (!told.includes('"done"')) return told;
  const until = performance.now() + TAKEN_UP_DEADLINE_MS;
  while (performance.now() < until) {
    const answer = await call(mark, '{}');
    if (answer.includes('"done"')) return answer;
    await sleep(TAKEN_UP_POLL_MS);
  }
  throw new Error('the new tools were not accepted');
}

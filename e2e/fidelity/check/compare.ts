import { isObject } from '../fixtures/json.ts';

export type Path = readonly (string | number)[];

/** One difference between sent and received data. */
export interface Difference {
  readonly path: Path;
  readonly kind: 'lost' | 'added' | 'changed' | 'reordered';
}

/**
 * Compares two JSON values, including key order if requested. An added object is reported key by key, so that a single
 * key can be allowed.
 */
export function compare(sent: unknown, received: unknown, ordered = false, path: Path = []): readonly Difference[] {
  if (Array.isArray(sent) && Array.isArray(received)) {
    if (sent.length !== received.length) return [{ path, kind: 'changed' }];
    return sent.flatMap((value, index) => compare(value, received[index], ordered, [...path, index]));
  }
  if (!isObject(sent) || !isObject(received)) return sent === received ? [] : [{ path, kind: 'changed' }];

  const sentByKey = new Map(Object.entries(sent));
  const receivedByKey = new Map(Object.entries(received));
  const differences: Difference[] = [];
  for (const [key, value] of sentByKey) {
    if (receivedByKey.has(key)) differences.push(...compare(value, receivedByKey.get(key), ordered, [...path, key]));
    else differences.push({ path: [...path, key], kind: 'lost' });
  }
  for (const [key, value] of receivedByKey) {
    if (!sentByKey.has(key)) differences.push(...added(value, [...path, key]));
  }
  const common = [...sentByKey.keys()].filter((key) => receivedByKey.has(key));
  const order = [...receivedByKey.keys()].filter((key) => sentByKey.has(key));
  if (ordered && common.some((key, index) => order[index] !== key)) differences.push({ path, kind: 'reordered' });
  return differences;
}

function added(value: unknown, path: Path): readonly Difference[] {
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0) return [{ path, kind: 'added' }];
  return entries.map(([key]) => ({ path: [...path, key], kind: 'added' }));
}

/** `annotations.x-vendor lost` */
export function describeDifference({ path, kind }: Difference): string {
  return `${path.length === 0 ? 'the value' : path.join('.')} ${kind}`;
}

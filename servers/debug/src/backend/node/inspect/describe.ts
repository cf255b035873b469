import type { ValueFacts } from '../../facts.ts';
import type { CdpSession } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Handles } from './handles.ts';
import { GETTER, print, typeOf, UNINITIALIZED } from './print.ts';

type Descriptor = Protocol.Runtime.PropertyDescriptor | Protocol.Runtime.PrivatePropertyDescriptor;

/** Something to be shown; without a value where only a getter could give one, or where it has none yet. */
export interface Item {
  readonly name: string;
  readonly value: Protocol.Runtime.RemoteObject | undefined;
  readonly isGetter: boolean;
  readonly path: string | undefined;
}

export const itemOf = (descriptor: Descriptor, path: string | undefined): Item => ({
  name: descriptor.name,
  value: descriptor.value,
  isGetter: descriptor.value === undefined && (descriptor.get !== undefined || descriptor.set !== undefined),
  path,
});

/** Turns values into facts; counting what is inside of all of them takes one question. */
export async function describe(
  session: CdpSession,
  handles: Handles,
  items: readonly Item[],
): Promise<readonly (ValueFacts & { readonly path: string | undefined })[]> {
  const counts = await countChildren(session, items);
  return items.map(({ name, value, isGetter, path }) => {
    if (value === undefined) {
      const missing = isGetter ? { type: 'accessor', value: GETTER } : { type: 'undefined', value: UNINITIALIZED };
      return { name, ...missing, childCount: 0, ref: undefined, path };
    }
    const { objectId } = value;
    return {
      name,
      type: typeOf(value),
      value: print(value),
      childCount: objectId === undefined ? 0 : (counts.get(objectId) ?? 0),
      // Also of one with nothing inside: it has an identity, and others refer to it.
      ref: objectId === undefined ? undefined : handles.add({ value, path }),
      path,
    };
  });
}

/** A proxy is asked nothing, because its traps are code of the program; inside it are its target and its handler. */
const PROXY_CHILDREN = 2;

const COUNT = `function (hasClass, ...values) {
  const usual = new Set(['length', 'name', 'prototype', 'arguments', 'caller']);
  const sizeOf = (prototype, value) => {
    try { return Object.getOwnPropertyDescriptor(prototype, 'size').get.call(value); } catch { return 0; }
  };
  const getters = (value) => {
    const names = new Set();
    for (let at = Object.getPrototypeOf(value); at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      for (const key of Reflect.ownKeys(at)) if (Object.getOwnPropertyDescriptor(at, key).get) names.add(key);
    }
    return names.size;
  };
  return values.map((value, index) => {
    if (typeof value === 'symbol') return 0;
    if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return value.length;
    if (Array.isArray(value) && value.length > 10000) return value.length;
    const keys = Reflect.ownKeys(value);
    if (Array.isArray(value)) return keys.length - 1;
    if (typeof value === 'function') return keys.filter((key) => !usual.has(key)).length;
    if (hasClass[index]) return keys.length + getters(value);
    return keys.length + sizeOf(Map.prototype, value) + sizeOf(Set.prototype, value);
  });
}`;

async function countChildren(session: CdpSession, items: readonly Item[]): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const asked: string[] = [];
  const classes: boolean[] = [];
  for (const { value } of items) {
    if (value?.objectId === undefined) continue;
    if (value.subtype === 'proxy') counts.set(value.objectId, PROXY_CHILDREN);
    else {
      asked.push(value.objectId);
      classes.push(hasClass(value));
    }
  }
  const [first] = asked;
  if (first === undefined) return counts;
  const answer = await session.send('Runtime.callFunctionOn', {
    objectId: first,
    functionDeclaration: COUNT,
    arguments: [{ value: classes }, ...asked.map((objectId) => ({ objectId }))],
    returnByValue: true,
    silent: true,
  });
  const numbers: unknown = answer.ok ? answer.value.result.value : undefined;
  for (const [index, objectId] of asked.entries()) {
    const count: unknown = Array.isArray(numbers) ? numbers[index] : 0;
    counts.set(objectId, (typeof count === 'number' ? count : 0) + privateOf(items, objectId));
  }
  return counts;
}

/** Whether it may have getters that a class of the program's declares. */
export const hasClass = ({ type, subtype, className }: Protocol.Runtime.RemoteObject): boolean =>
  type === 'object' && subtype === undefined && className !== 'Object';

/** Private fields cannot be counted by code outside their class, but a preview names them. */
function privateOf(items: readonly Item[], objectId: string): number {
  const preview = items.find(({ value }) => value?.objectId === objectId)?.value?.preview;
  return preview?.properties.filter(({ name }) => name.startsWith('#')).length ?? 0;
}

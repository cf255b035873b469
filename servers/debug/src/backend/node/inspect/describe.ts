import type { ValueFacts } from '../../facts.ts';
import type { CdpSession } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Handles } from './handles.ts';
import { GETTER, print, typeOf, UNINITIALIZED } from './print.ts';

type Descriptor = Protocol.Runtime.PropertyDescriptor | Protocol.Runtime.PrivatePropertyDescriptor;

/** A value to show; without a value if only a getter could compute it, or if it is not initialized yet. */
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

/** Converts values to facts; one request counts the children of all of them. */
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
      // Also for values without children, which have an identity and can be referenced.
      ref: objectId === undefined ? undefined : handles.add({ value, path }),
      path,
    };
  });
}

/** A proxy is not inspected, because its traps are code of the program; its children are the target and the handler. */
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

/** Whether it may have getters declared by one of the program's classes. */
export const hasClass = ({ type, subtype, className }: Protocol.Runtime.RemoteObject): boolean =>
  type === 'object' && subtype === undefined && className !== 'Object';

/** Code outside the class cannot count private fields, but V8's preview names them. */
function privateOf(items: readonly Item[], objectId: string): number {
  const preview = items.find(({ value }) => value?.objectId === objectId)?.value?.preview;
  return preview?.properties.filter(({ name }) => name.startsWith('#')).length ?? 0;
}

import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { ValueRef, VariableFacts } from '../../facts.ts';
import type { CdpSession } from '../cdp/dispatcher.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee } from '../debuggee.ts';
import { describe, hasClass, type Item, itemOf } from './describe.ts';
import { failed, findHandle, type Handle } from './handles.ts';
import { quote } from './print.ts';

interface Page {
  readonly start: number;
  readonly count: number;
}

type Child = Item & { readonly scope: 'field' | 'element' };

/** The children of a value: elements, properties, private fields, then getters of its classes, which are not run. */
export async function childrenOf(
  debuggee: Debuggee,
  ref: ValueRef,
  page: Page,
): Promise<Outcome<readonly VariableFacts[]>> {
  const found = findHandle(debuggee, ref);
  if (!found.ok) return found;
  const { thread, handle, objectId } = found.value;
  const elements = await elementsOf(thread.session, handle, objectId, page);
  const fields = await fieldsOf(thread.session, handle, objectId);
  if (!fields.ok) return fields;
  const first = Math.max(0, page.start - elements.total);
  const rest = fields.value.slice(first, first + page.count - elements.shown.length);
  const children = [...elements.shown, ...rest];
  const handles = thread.pause?.handles;
  if (handles === undefined) return ok([]);
  const facts = await describe(thread.session, handles, children);
  return ok(facts.map((fact, index) => ({ ...fact, scope: children[index]?.scope ?? 'field' })));
}

interface Elements {
  readonly total: number;
  readonly shown: readonly Child[];
}

/**
 * Copies only the requested page, because an array may have millions of elements, and copies descriptors, so that no
 * getter runs.
 */
const PAGE = `function (start, count) {
  const page = [];
  if (this instanceof Map || this instanceof Set) {
    let at = 0;
    for (const [key, value] of (this instanceof Map ? Map : Set).prototype.entries.call(this)) {
      if (at >= start + count) break;
      if (at >= start) page.push(key, value);
      at += 1;
    }
    return page;
  }
  for (let at = start; at < Math.min(this.length, start + count); at += 1) {
    const own = Object.getOwnPropertyDescriptor(this, at);
    if (own) Object.defineProperty(page, at - start, { ...own, configurable: true });
  }
  return page;
}`;

async function elementsOf(session: CdpSession, handle: Handle, objectId: string, page: Page): Promise<Elements> {
  const { subtype, description = '' } = handle.value;
  const isList = subtype === 'array' || subtype === 'typedarray';
  const total = Number(/\((\d+)\)/.exec(description)?.[1] ?? 0);
  if (!(isList || subtype === 'map' || subtype === 'set') || page.start >= total)
    return { total: isList ? total : 0, shown: [] };
  const answer = await session.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: PAGE,
    arguments: [{ value: page.start }, { value: page.count }],
    silent: true,
  });
  const list = answer.ok ? answer.value.result.objectId : undefined;
  const items = list === undefined ? [] : await indexed(session, list);
  const shown: Child[] = [];
  if (isList) {
    for (const [index, item] of items) {
      const name = `[${page.start + index}]`;
      shown.push({ ...item, name, path: pathTo(handle.path, name), scope: 'element' });
    }
    return { total, shown };
  }
  const byIndex = new Map(items);
  for (let at = 0; at * 2 + 1 < items.length; at += 1) {
    const value = byIndex.get(at * 2 + 1);
    if (value !== undefined)
      shown.push(entryOf(handle, { key: byIndex.get(at * 2)?.value, value, at: page.start + at }));
  }
  return { total, shown };
}

function entryOf(
  handle: Handle,
  entry: { readonly key: Protocol.Runtime.RemoteObject | undefined; readonly value: Item; readonly at: number },
): Child {
  const { key, value, at } = entry;
  if (handle.value.subtype === 'set') return { ...value, name: `[${at}]`, path: undefined, scope: 'element' };
  const text = key?.type === 'string' ? quote(key.value) : (key?.description ?? String(key?.value));
  const isPlain = key !== undefined && key.objectId === undefined && key.type !== 'symbol';
  const path = handle.path === undefined || !isPlain ? undefined : `${handle.path}.get(${text})`;
  return { ...value, name: `[${text}]`, path, scope: 'element' };
}

async function indexed(session: CdpSession, objectId: string): Promise<readonly (readonly [number, Item])[]> {
  const answer = await session.send('Runtime.getProperties', { objectId, ownProperties: true, generatePreview: true });
  if (!answer.ok) return [];
  return answer.value.result.flatMap((descriptor) =>
    /^\d+$/.test(descriptor.name) ? [[Number(descriptor.name), itemOf(descriptor, undefined)] as const] : [],
  );
}

const UNINTERESTING: Readonly<Record<string, readonly string[]>> = {
  array: ['length'],
  function: ['length', 'name', 'prototype', 'arguments', 'caller'],
};
const INTERNAL: ReadonlySet<string> = new Set(['[[Target]]', '[[Handler]]', '[[PromiseState]]', '[[PromiseResult]]']);

async function fieldsOf(session: CdpSession, handle: Handle, objectId: string): Promise<Outcome<readonly Child[]>> {
  const { subtype, type } = handle.value;
  const isProxy = subtype === 'proxy';
  const answer = await session.send('Runtime.getProperties', {
    objectId,
    ownProperties: true,
    generatePreview: true,
    nonIndexedPropertiesOnly: subtype === 'array' || subtype === 'typedarray',
  });
  if (!answer.ok) return failed('VARIABLES_FAILED', answer.error);
  const { result, privateProperties = [], internalProperties = [] } = answer.value;
  const hidden = UNINTERESTING[subtype ?? type] ?? [];
  const field = (item: Item): Child => ({ ...item, scope: 'field' });
  const own = isProxy ? [] : result.filter(({ name }) => !hidden.includes(name));
  return ok([
    ...own.map((each) => field(itemOf(each, each.symbol === undefined ? pathTo(handle.path, each.name) : undefined))),
    ...privateProperties.map((each) => field(itemOf(each, undefined))),
    ...internalProperties
      .filter(({ name }) => INTERNAL.has(name))
      .map(({ name, value }) => field({ name, value, isGetter: false, path: undefined })),
    ...(hasClass(handle.value) ? await gettersOf(session, handle, objectId) : []),
  ]);
}

async function gettersOf(session: CdpSession, handle: Handle, objectId: string): Promise<readonly Child[]> {
  const answer = await session.send('Runtime.getProperties', { objectId, accessorPropertiesOnly: true });
  if (!answer.ok) return [];
  return answer.value.result
    .filter(({ name, isOwn, get }) => name !== '__proto__' && isOwn !== true && get?.type === 'function')
    .map(({ name }) => ({ name, value: undefined, isGetter: true, path: pathTo(handle.path, name), scope: 'field' }));
}

/** The expression for a child of another expression. */
function pathTo(path: string | undefined, name: string): string | undefined {
  if (path === undefined) return undefined;
  if (name.startsWith('[')) return `${path}${name}`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`;
}

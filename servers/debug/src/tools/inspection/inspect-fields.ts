import type { Backend, Outcome } from '../../backend/backend.ts';
import type { ObjectIdentity, ValueRef, VariableFacts } from '../../backend/facts.ts';
import { LIMITS } from '../../engine/limits.ts';
import { ok } from '../../result.ts';
import { cutValue } from '../views/values.ts';

export interface InspectOrder {
  readonly backend: Backend;
  readonly ref: ValueRef;
  readonly depth: number;
  /** The identity of the outermost object, if known. */
  readonly identity: Pick<ObjectIdentity, 'address' | 'typeName'>;
  /** The field offsets of the outermost object. */
  readonly offsets: ReadonlyMap<string, { readonly offset: number; readonly size: number }>;
}

export interface InspectedFields {
  readonly fields: readonly Field[];
  readonly hasCircularRef: boolean;
  readonly truncated: boolean;
}

type Field = Record<string, unknown> & { name: string; typeName: string; value: string };

/** The fields of an object and of nested ones. A circular reference is named but not expanded. */
export async function inspectFields(order: InspectOrder): Promise<Outcome<InspectedFields>> {
  const { backend } = order;
  const state = { left: LIMITS.variables as number, circular: false, truncated: false };

  const fieldsOf = async (
    ref: ValueRef,
    depth: number,
    above: readonly string[],
    isRoot: boolean,
  ): Promise<Outcome<Field[]>> => {
    const count = state.left;
    const children = await backend.children(ref, { start: 0, count: count + 1 });
    if (!children.ok) return children;
    if (children.value.length > count) state.truncated = true;
    const shown = children.value.slice(0, count);
    state.left -= shown.length;
    const fields: Field[] = [];
    for (const child of shown) {
      const field = toField(child, isRoot ? order.offsets.get(child.name) : undefined);
      if (child.ref !== undefined) Object.assign(field, await nested(child.ref, depth, above));
      fields.push(field);
    }
    return ok(fields);
  };

  const nested = async (ref: ValueRef, depth: number, above: readonly string[]): Promise<Record<string, unknown>> => {
    const identity = above.length > 0 ? await backend.identity(ref) : undefined;
    const key = identity?.ok ? keyOf(identity.value) : undefined;
    if (identity?.ok && key !== undefined && above.includes(key)) {
      state.circular = true;
      return { isCircular: true, address: identity.value.address };
    }
    if (depth <= 1) return {};
    if (state.left <= 0) {
      state.truncated = true;
      return {};
    }
    const inside = await fieldsOf(ref, depth - 1, key === undefined ? above : [...above, key], false);
    return inside.ok ? { fields: inside.value } : { error: inside.error.message };
  };

  const rootKey = keyOf(order.identity);
  const fields = await fieldsOf(order.ref, order.depth, rootKey === undefined ? [] : [rootKey], true);
  if (!fields.ok) return fields;
  return ok({ fields: fields.value, hasCircularRef: state.circular, truncated: state.truncated });
}

/** The first field of a struct has the struct's address, so the key includes the type. */
function keyOf({ address, typeName }: InspectOrder['identity']): string | undefined {
  return address === undefined ? undefined : `${address} ${typeName}`;
}

function toField(child: VariableFacts, place: { readonly offset: number; readonly size: number } | undefined): Field {
  const { text } = cutValue(child.value);
  return {
    name: child.name,
    typeName: child.type,
    value: text,
    offset: place?.offset ?? null,
    size: place?.size ?? null,
    hasChildren: child.ref !== undefined,
    ...(child.ref !== undefined && { childCount: child.childCount }),
  };
}

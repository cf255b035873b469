import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef, LayoutFacts } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { type Evaluated, evaluate } from '../inspect/evaluate.ts';
import { fail } from '../inspect/handles.ts';
import { heapIdOf, sizeOf } from './identity.ts';

const EVALUATE_MS = 5_000;
/** The size of a V8 pointer in Node. */
const WORD = 8;
/** The map, properties and elements pointers before an object's fields. */
const HEADER = 3 * WORD;

/** The debuggee's description of a value's shape. */
interface Shape {
  readonly kind: 'elements' | 'object' | 'class' | 'other';
  readonly typeName: string;
  readonly baseType: string | undefined;
  /** The element size, and the number of elements. */
  readonly width: number;
  readonly length: number;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly owner: string }[];
}

const SHAPE = `function () {
  const nameOf = (prototype) => {
    const made = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    return typeof made === 'function' ? made.name : undefined;
  };
  const prototype = Object.getPrototypeOf(this);
  const base = prototype && nameOf(Object.getPrototypeOf(prototype));
  const shape = { kind: 'other', typeName: nameOf(prototype) ?? 'Object', baseType: base, width: 0, length: 0, fields: [] };
  if (ArrayBuffer.isView(this)) {
    const width = this.BYTES_PER_ELEMENT ?? 1;
    return { ...shape, kind: 'elements', width, length: this.byteLength / width };
  }
  if (this instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && this instanceof SharedArrayBuffer)) {
    return { ...shape, kind: 'elements', width: 1, length: this.byteLength };
  }
  if (typeof this === 'function') return { ...shape, kind: 'class', typeName: this.name };
  for (const key of Reflect.ownKeys(this)) {
    if (typeof key !== 'string' || shape.fields.length >= 1000) continue;
    const own = Object.getOwnPropertyDescriptor(this, key);
    const value = own.value;
    const type = !('value' in own) ? 'accessor' : value === null ? 'null' : typeof value;
    shape.fields.push({ name: key, type, owner: shape.typeName });
  }
  return { ...shape, kind: 'object' };
}`;

/**
 * The memory layout of an object: exact for bytes, estimated from V8's usual layout for others, which the result says.
 */
export async function layoutOf(debuggee: Debuggee, target: string, ref: FrameRef): Promise<Outcome<LayoutFacts>> {
  const evaluated = await evaluate(debuggee, ref, { expression: target, timeoutMs: EVALUATE_MS });
  if (!evaluated.ok) {
    return evaluated.error.code === 'variable_unavailable' || evaluated.error.code === 'syntax_error'
      ? fail('TYPE_NOT_FOUND', `'${target}' is neither a class nor a value that can be seen from this frame.`)
      : evaluated;
  }
  const shape = await shapeOf(evaluated.value);
  if (shape === undefined) {
    return fail('TYPE_NOT_FOUND', `'${target}' is a ${evaluated.value.value.type}: a plain value without a layout.`);
  }
  if (shape.kind === 'elements') return ok(elements(shape));
  if (shape.kind !== 'class') return ok(await objectLayout(evaluated.value, shape));
  const instance = await instanceOf(evaluated.value);
  const found = instance === undefined ? undefined : await shapeOf(instance);
  if (instance === undefined || found === undefined) {
    return fail(
      'TYPE_NOT_FOUND',
      `There is no object of '${target}' now, and a class alone has no layout in JavaScript.`,
    );
  }
  return ok(found.kind === 'elements' ? elements(found) : await objectLayout(instance, found));
}

async function shapeOf({ thread, value }: Evaluated): Promise<Shape | undefined> {
  if (value.objectId === undefined || value.subtype === 'proxy') return undefined;
  const answer = await thread.session.send('Runtime.callFunctionOn', {
    objectId: value.objectId,
    functionDeclaration: SHAPE,
    returnByValue: true,
    silent: true,
  });
  // The script above returns exactly this.
  return answer.ok ? (answer.value.result.value as Shape | undefined) : undefined;
}

const MAX_ELEMENTS = 256;

function elements({ typeName, baseType, width, length }: Shape): LayoutFacts {
  const fields = Array.from({ length: Math.min(length, MAX_ELEMENTS) }, (_, at) => ({
    name: `[${at}]`,
    typeName: `${width * 8}-bit`,
    offset: at * width,
    size: width,
    alignment: width,
    isReference: false,
    declaringType: typeName,
  }));
  // Describe only the bytes; the object that points to them is internal to V8.
  return {
    typeName,
    totalSize: width * length,
    headerSize: 0,
    isValueType: false,
    baseType,
    isEstimated: false,
    fields,
  };
}

async function objectLayout({ thread, pause, value }: Evaluated, shape: Shape): Promise<LayoutFacts> {
  const id = value.objectId === undefined ? undefined : await heapIdOf(thread, pause, value.objectId);
  const size = id === undefined ? undefined : await sizeOf(thread, pause, id);
  const fields = shape.fields.map(({ name, type, owner }, at) => ({
    name,
    typeName: type,
    offset: HEADER + at * WORD,
    size: WORD,
    alignment: WORD,
    isReference: type === 'object' || type === 'function' || type === 'string',
    declaringType: owner,
  }));
  return {
    typeName: shape.typeName,
    totalSize: size ?? HEADER + fields.length * WORD,
    headerSize: HEADER,
    isValueType: false,
    baseType: shape.baseType,
    isEstimated: true,
    fields,
  };
}

/** Any instance of a class. */
async function instanceOf(evaluated: Evaluated): Promise<Evaluated | undefined> {
  const { thread, value } = evaluated;
  if (value.objectId === undefined) return undefined;
  const call = async (objectId: string, functionDeclaration: string) => {
    const answer = await thread.session.send('Runtime.callFunctionOn', { objectId, functionDeclaration, silent: true });
    return answer.ok ? answer.value.result : undefined;
  };
  const prototype = await call(value.objectId, 'function () { return this.prototype; }');
  if (prototype?.objectId === undefined) return undefined;
  const all = await thread.session.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
  const list = all.ok ? all.value.objects.objectId : undefined;
  const first = list === undefined ? undefined : await call(list, 'function () { return this[0]; }');
  return first?.objectId === undefined ? undefined : { ...evaluated, value: first };
}

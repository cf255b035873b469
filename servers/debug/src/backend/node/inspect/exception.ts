import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { ExceptionFacts } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { stoppedThread } from './frame.ts';
import { failed } from './handles.ts';
import { print, typeOf } from './print.ts';

/** Reads an error and its causes without running getters of the program. */
const READ = `function () {
  const read = (value, name) => {
    for (let at = value; at !== null && at !== undefined; at = Object.getPrototypeOf(at)) {
      const own = Object.getOwnPropertyDescriptor(at, name);
      if (own) return own.value;
    }
  };
  const typeName = (value) => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value === null ? 'null' : typeof value;
    const constructor = read(value, 'constructor');
    return (typeof constructor === 'function' && constructor.name) || 'Object';
  };
  const text = (value) => {
    if (value === null || typeof value !== 'object') return String(value);
    const message = read(value, 'message');
    return message === undefined ? '' : String(message);
  };
  const inner = [];
  const seen = new Set([this]);
  const walk = (value, depth) => {
    if (value === null || typeof value !== 'object' || inner.length >= 200) return;
    const errors = read(value, 'errors');
    const next = [read(value, 'cause')];
    if (value instanceof AggregateError && Array.isArray(errors)) next.push(...errors);
    for (const each of next) {
      if (each === undefined || seen.has(each)) continue;
      if (typeof each === 'object') seen.add(each);
      inner.push({ type: typeName(each), message: text(each), depth });
      walk(each, depth + 1);
    }
  };
  walk(this, 1);
  return { type: typeName(this), message: text(this), inner };
}`;

interface Read {
  readonly type: string;
  readonly message: string;
  readonly inner: ExceptionFacts['inner'];
}

export async function exceptionOf(debuggee: Debuggee, id: number): Promise<Outcome<ExceptionFacts | undefined>> {
  const stopped = stoppedThread(debuggee, id);
  if (!stopped.ok) return stopped;
  const { thread, pause } = stopped.value;
  const { exception } = pause;
  if (exception === undefined) return ok(undefined);
  const { value, isUncaught } = exception;
  const throwing = pause.frames.findIndex(({ location }) => thread.scripts.get(location.scriptId)?.isSystem === false);
  const common = {
    isFirstChance: !isUncaught,
    throwingFrame: Math.max(0, throwing),
    // V8 reports every throw once; rethrowing the same object is another throw.
    identity: undefined,
  };
  if (value.objectId === undefined) {
    const message = value.type === 'string' ? String(value.value) : print(value);
    return ok({ type: typeOf(value), message, stackText: undefined, inner: [], ...common });
  }
  const answer = await thread.session.send('Runtime.callFunctionOn', {
    objectId: value.objectId,
    functionDeclaration: READ,
    returnByValue: true,
    silent: true,
  });
  if (!answer.ok) return failed('AUTOPSY_FAILED', answer.error);
  // The script above returns exactly this; if it threw, for example on a proxy, use the inspector's description.
  const read = answer.value.result.value as Read | undefined;
  const { type, message, inner } =
    read?.inner === undefined ? { type: typeOf(value), message: print(value), inner: [] } : read;
  const stackText = value.subtype === 'error' ? value.description : undefined;
  return ok({ type, message, stackText, inner, ...common });
}

const IS_OF = `function (type, includesSubtypes) {
  const last = type.slice(type.lastIndexOf('.') + 1);
  let at = typeof this === 'object' || typeof this === 'function' ? Object.getPrototypeOf(this) : null;
  for (; at !== null; at = Object.getPrototypeOf(at)) {
    const constructor = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
    if (typeof constructor !== 'function') continue;
    if (constructor.name === last) return true;
    if (!includesSubtypes) return false;
  }
  return false;
}`;

/** Checks the prototype chain of the thrown value. A thrown non-object has only its own type. */
export async function isOfType(
  debuggee: Debuggee,
  id: number,
  wanted: { readonly type: string; readonly includesSubtypes: boolean },
): Promise<Outcome<boolean>> {
  const stopped = stoppedThread(debuggee, id);
  if (!stopped.ok) return stopped;
  const { thread, pause } = stopped.value;
  const value = pause.exception?.value;
  if (value === undefined) return ok(false);
  if (value.objectId === undefined) return ok(typeOf(value).toLowerCase() === wanted.type.toLowerCase());
  const answer = await thread.session.send('Runtime.callFunctionOn', {
    objectId: value.objectId,
    functionDeclaration: IS_OF,
    arguments: [{ value: wanted.type }, { value: wanted.includesSubtypes }],
    returnByValue: true,
    silent: true,
  });
  return answer.ok ? ok(answer.value.result.value === true) : failed('AUTOPSY_FAILED', answer.error);
}

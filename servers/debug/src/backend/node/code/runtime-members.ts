import type { MemberFacts } from '../../facts.ts';
import type { Protocol } from '../cdp/protocol.ts';
import type { Debuggee, JsThread } from '../debuggee.ts';

type Member = MemberFacts['members'][number];

/** Reads a class through property descriptors, so that no getter runs. */
const READ = `function () {
  const members = [];
  const read = (object, isStatic, inheritedFrom) => {
    for (const name of Object.getOwnPropertyNames(object)) {
      if (isStatic && ['length', 'name', 'prototype', 'arguments', 'caller'].includes(name)) continue;
      const own = Object.getOwnPropertyDescriptor(object, name);
      const kind = typeof own.value === 'function' ? 'method' : 'value' in own ? 'field' : 'property';
      members.push({ name, kind, isStatic, inheritedFrom });
    }
  };
  read(this, true, null);
  for (let at = this.prototype, depth = 0; at && at !== Object.prototype; at = Object.getPrototypeOf(at), depth += 1) {
    const made = Object.getOwnPropertyDescriptor(at, 'constructor')?.value;
    read(at, false, depth === 0 ? null : (typeof made === 'function' ? made.name : 'Object'));
  }
  return members.slice(0, 2000);
}`;

interface Raw {
  readonly name: string;
  readonly kind: 'method' | 'property' | 'field';
  readonly isStatic: boolean;
  readonly inheritedFrom: string | null;
}

/** The runtime members of a class; `undefined` if no visible class has this name. */
export async function runtimeMembers(debuggee: Debuggee, type: string): Promise<readonly Member[] | undefined> {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$.]*$/u.test(type)) return undefined;
  for (const thread of debuggee.threads.values()) {
    const found = await lookUp(thread, type);
    if (found?.type !== 'function' || found.objectId === undefined) continue;
    const answer = await thread.session.send('Runtime.callFunctionOn', {
      objectId: found.objectId,
      functionDeclaration: READ,
      returnByValue: true,
      silent: true,
    });
    const raw: unknown = answer.ok ? answer.value.result.value : undefined;
    // The script above returns exactly this list.
    if (Array.isArray(raw)) return (raw as readonly Raw[]).map(toMember);
  }
  return undefined;
}

async function lookUp({ session, pause }: JsThread, type: string): Promise<Protocol.Runtime.RemoteObject | undefined> {
  const options = { expression: type, silent: true, throwOnSideEffect: true, timeout: 500 };
  const frame = pause?.frames[0] ?? pause?.own;
  const answer = await (frame === undefined
    ? session.send('Runtime.evaluate', options)
    : session.send('Debugger.evaluateOnCallFrame', { ...options, callFrameId: frame.callFrameId }));
  return answer.ok && answer.value.exceptionDetails === undefined ? answer.value.result : undefined;
}

const toMember = ({ name, kind, isStatic, inheritedFrom }: Raw): Member => ({
  kind,
  name,
  type: undefined,
  // At run time only the number of parameters is known.
  signature: undefined,
  visibility: 'public',
  isStatic,
  inheritedFrom: inheritedFrom ?? undefined,
});

/** The global function by which the debuggee sends us messages without stopping. */
export const BINDING = '__toolmark';

/**
 * Runs inside the debuggee at every breakpoint with a condition and every tracepoint. A stop and a resume cost more
 * than a millisecond; this costs a fifth of one. `c` decides whether to stop, `t` logs. Never runs getters to print a
 * value.
 */
export const INJECTED_SCRIPT: string = `(() => {
  const send = globalThis.${BINDING};
  if (typeof send !== 'function' || send.c) return;
  Object.defineProperty(globalThis, '${BINDING}', { enumerable: false });
  const { stringify } = JSON;
  const counts = new Map();
  const arrive = (key, base) => {
    const count = (counts.get(key) ?? base) + 1;
    counts.set(key, count);
    return count;
  };
  const meant = (hits, count) => {
    if (!hits) return true;
    if (hits.kind === 'every') return count % hits.divisor === hits.remainder;
    switch (hits.operator) {
      case '==': return count === hits.value;
      case '!=': return count !== hits.value;
      case '<': return count < hits.value;
      case '<=': return count <= hits.value;
      case '>': return count > hits.value;
      default: return count >= hits.value;
    }
  };
  const problemOf = (error) => error instanceof Error ? error.name + ': ' + error.message : String(error);
  const evaluate = (test) => {
    if (!test) return { holds: true };
    if (typeof test === 'string') return { holds: true, problem: test };
    try { return { holds: Boolean(test()) }; } catch (error) { return { holds: true, problem: problemOf(error) }; }
  };
  const show = (value, depth) => {
    if (typeof value === 'string') return depth === 0 ? value : stringify(value);
    if (typeof value === 'bigint') return value + 'n';
    if (typeof value === 'function') return '[Function ' + (value.name || '(anonymous)') + ']';
    if (value === null || typeof value !== 'object') return String(value);
    if (value instanceof Error) return value.name + ': ' + value.message;
    if (value instanceof Date) return value.toISOString();
    if (value instanceof RegExp) return String(value);
    const name = value.constructor?.name ?? 'Object';
    if (value instanceof Map || value instanceof Set) return name + '(' + value.size + ')';
    const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
    if (depth > 1) return isList ? name + '(' + value.length + ')' : name;
    const parts = [];
    if (isList) {
      for (let at = 0; at < value.length && at < 20; at += 1) parts.push(show(value[at], depth + 1));
      if (value.length > 20) parts.push('…');
      return '[' + parts.join(', ') + ']';
    }
    const keys = Object.keys(value);
    for (const key of keys.slice(0, 20)) {
      const own = Object.getOwnPropertyDescriptor(value, key);
      parts.push(key + ': ' + (own && 'value' in own ? show(own.value, depth + 1) : '<getter>'));
    }
    if (keys.length > 20) parts.push('…');
    return (name === 'Object' ? '' : name + ' ') + '{' + parts.join(', ') + '}';
  };
  const part = (each) => {
    if (typeof each === 'string') return each;
    try { return show(each(), 0); } catch (error) {
      return '<error: ' + problemOf(error) + '>';
    }
  };
  send.c = (id, key, base, hits, test) => {
    const { holds, problem } = evaluate(test);
    if (!holds) return false;
    const count = arrive(key, base);
    const stops = meant(hits, count);
    send(stringify([stops ? 'stop' : 'pass', id, count, ...(problem === undefined ? [] : [problem])]));
    return stops;
  };
  send.t = (id, key, base, hits, test, parts) => {
    if (!evaluate(test).holds) return false;
    const count = arrive(key, base);
    const logs = meant(hits, count);
    send(stringify(logs ? ['trace', id, count, parts.map(part).join('').slice(0, 65536)] : ['pass', id, count]));
    return false;
  };
})()`;

/** A message from the debuggee. */
export type DebuggeeMessage =
  | { readonly kind: 'pass'; readonly id: string }
  /** With the reason if the condition could not be evaluated. */
  | { readonly kind: 'stop'; readonly id: string; readonly problem: string | undefined }
  | { readonly kind: 'trace'; readonly id: string; readonly message: string };

export function parseDebuggeeMessage(payload: string): DebuggeeMessage | undefined {
  let told: unknown;
  try {
    told = JSON.parse(payload);
  } catch {
    return undefined;
  }
  if (!Array.isArray(told)) return undefined;
  const [kind, id, , message] = told;
  if (typeof id !== 'string') return undefined;
  if (kind === 'pass') return { kind, id };
  if (kind === 'stop') return { kind, id, problem: typeof message === 'string' ? message : undefined };
  return kind === 'trace' && typeof message === 'string' ? { kind, id, message } : undefined;
}

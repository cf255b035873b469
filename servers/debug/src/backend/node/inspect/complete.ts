import { ok } from '../../../result.ts';
import type { Outcome } from '../../backend.ts';
import type { FrameRef } from '../../facts.ts';
import type { Debuggee } from '../debuggee.ts';
import { evaluate } from './evaluate.ts';
import { liveFrame } from './frame.ts';
import { variablesOf } from './scopes.ts';

const MAX = 200;
const TIMEOUT_MS = 1_000;
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const MEMBER = new RegExp(String.raw`^(.*?)((?:${NAME}(?:\[\d+\])?\.)+)((?:${NAME})?)$`, 'su');
const LAST = new RegExp(`^(.*?)((?:${NAME})?)$`, 'su');

const NAMES = `function () {
  const names = new Set();
  for (let at = Object(this); at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names];
}`;

/** Completions as whole expressions. The part before a dot is evaluated only if that has no side effects. */
export async function completeIn(
  debuggee: Debuggee,
  ref: FrameRef,
  beginning: string,
): Promise<Outcome<readonly string[]>> {
  const found = liveFrame(debuggee, ref);
  if (!found.ok) return found;
  const member = MEMBER.exec(beginning);
  const [, before = '', owner = '', start = ''] = member ?? [];
  if (member !== null) {
    const names = await membersOf(debuggee, ref, owner.slice(0, -1));
    return ok(matching(names, start).map((name) => `${before}${owner}${name}`));
  }
  const [, rest = '', word = ''] = LAST.exec(beginning) ?? [];
  const variables = await variablesOf(debuggee, ref);
  if (!variables.ok) return variables;
  const globals = word === '' ? [] : await membersOf(debuggee, ref, 'globalThis');
  const near = variables.value.map(({ name }) => name);
  return ok([...new Set([...matching(near, word), ...matching(globals, word)])].map((name) => `${rest}${name}`));
}

async function membersOf(debuggee: Debuggee, ref: FrameRef, owner: string): Promise<readonly string[]> {
  const what = { expression: `Object(${owner})`, timeoutMs: TIMEOUT_MS, isPure: true };
  const evaluated = await evaluate(debuggee, ref, what);
  if (!evaluated.ok || evaluated.value.value.objectId === undefined || evaluated.value.value.subtype === 'proxy')
    return [];
  const answer = await evaluated.value.thread.session.send('Runtime.callFunctionOn', {
    objectId: evaluated.value.value.objectId,
    functionDeclaration: NAMES,
    returnByValue: true,
    silent: true,
  });
  const names: unknown = answer.ok ? answer.value.result.value : undefined;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

const matching = (names: readonly string[], start: string): readonly string[] =>
  names
    .filter((name) => name.startsWith(start) && /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name))
    .filter((name) => start.startsWith('_') || !name.startsWith('__'))
    .slice(0, MAX);

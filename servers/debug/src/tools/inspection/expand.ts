import type { Backend, Outcome } from '../../backend/backend.ts';
import type { FrameRef, ValueRef, VariableFacts } from '../../backend/facts.ts';
import { LIMITS } from '../../engine/limits.ts';
import type { Session } from '../../engine/session.ts';
import { err, ok } from '../../result.ts';
import { findShownPath } from './shown-paths.ts';

/** The maximum number of children to search for one name. */
const MAX_SEARCHED = 2_000;

/**
 * The children of the variable at a path: a path from an earlier reply, or names with dots. Names are looked up step by
 * step, which finds private fields and evaluates nothing; only if that fails is the plain path evaluated.
 */
export async function expand(
  session: Session,
  frame: FrameRef,
  path: string,
): Promise<Outcome<readonly VariableFacts[]>> {
  const { backend } = session;
  const told = findShownPath(session, frame, path);
  if (told !== undefined) return told.ref === undefined ? ok([]) : childrenOf(backend, told.ref, path);
  const steps = parsePath(path);
  if (steps === undefined)
    return noPath(path, "It must be names with dots or indices between them, such as 'user.tags[0]'.");
  const found = await walk(backend, frame, steps);
  if (!found.ok) return found;
  const ref = found.value?.ref ?? (found.value === undefined ? await evaluated(backend, frame, path) : undefined);
  if (ref === undefined) {
    return found.value === undefined
      ? noPath(path, 'There is no such variable here. Call variables_get without expand to see which there are.')
      : ok([]);
  }
  return childrenOf(backend, ref, path);
}

async function childrenOf(backend: Backend, ref: ValueRef, path: string): Promise<Outcome<readonly VariableFacts[]>> {
  const children = await backend.children(ref, { start: 0, count: LIMITS.variables + 1 });
  if (!children.ok) return children;
  return ok(children.value.map((child) => ({ ...child, path: child.path ?? join(path, child) })));
}

async function evaluated(backend: Backend, frame: FrameRef, path: string): Promise<VariableFacts['ref']> {
  const value = await backend.evaluate(frame, path, 2_000);
  return value.ok ? value.value.ref : undefined;
}

async function walk(
  backend: Backend,
  frame: FrameRef,
  steps: readonly string[],
): Promise<Outcome<VariableFacts | undefined>> {
  const variables = await backend.variables(frame);
  if (!variables.ok) return variables;
  const [first, ...rest] = steps;
  let at = variables.value.find(({ name }) => name === first);
  for (const step of rest) {
    if (at?.ref === undefined) return ok(undefined);
    const child = await findChild(backend, at.ref, step);
    if (!child.ok) return child;
    at = child.value;
  }
  return ok(at);
}

async function findChild(backend: Backend, ref: ValueRef, name: string): Promise<Outcome<VariableFacts | undefined>> {
  for (let start = 0; start < MAX_SEARCHED; start += LIMITS.variables) {
    const page = await backend.children(ref, { start, count: LIMITS.variables });
    if (!page.ok) return page;
    const child = page.value.find((one) => one.name === name || one.name === `[${name}]`);
    if (child !== undefined) return ok(child);
    if (page.value.length < LIMITS.variables) break;
  }
  return ok(undefined);
}

const STEP = /^(?:#?[\p{L}_$][\p{L}\p{N}_$]*|\d+)/u;

/** Splits `user.tags[0]["x y"]` into its parts. */
function parsePath(path: string): readonly string[] | undefined {
  const steps: string[] = [];
  let rest = path.trim();
  while (rest !== '') {
    const index = /^\[(?:(\d+)|"([^"\]]*)"|'([^'\]]*)')\]/.exec(rest);
    const name = index === null ? STEP.exec(rest) : null;
    const step = index?.[1] ?? index?.[2] ?? index?.[3] ?? name?.[0];
    if (step === undefined) return undefined;
    steps.push(step);
    rest = rest.slice((index ?? name)?.[0].length ?? 0);
    if (/^(?:\.|->)(?=.)/.test(rest)) rest = rest.replace(/^(?:\.|->)/, '');
    else if (rest !== '' && !rest.startsWith('[')) return undefined;
  }
  return steps.length > 0 ? steps : undefined;
}

function join(path: string, { name, scope }: VariableFacts): string {
  if (name.startsWith('[')) return `${path}${name}`;
  return scope === 'element' || /^\d+$/.test(name) ? `${path}[${name}]` : `${path}.${name}`;
}

function noPath(path: string, what: string): Outcome<never> {
  return err({
    code: 'INVALID_PARAMETER',
    message: `'${path}' cannot be expanded. ${what}`,
    details: { parameter: 'expand', expand: path },
  });
}

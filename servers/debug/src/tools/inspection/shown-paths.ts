import type { FrameRef, ValueRef, VariableFacts } from '../../backend/facts.ts';
import type { Session } from '../../engine/session.ts';

const MAX = 5_000;

/** The paths shown at one stop. They are invalid at another. */
interface ShownPaths {
  readonly epoch: number;
  /** `undefined` for values without children. */
  readonly refs: Map<string, ValueRef | undefined>;
}

const pathsBySession = new WeakMap<Session, ShownPaths>();

/** Makes every shown path expandable, in any language's syntax: `prices.get(1)`. */
export function rememberPaths(session: Session, frame: FrameRef, variables: readonly VariableFacts[]): void {
  const { refs } = currentPaths(session);
  for (const { path, ref } of variables) {
    if (refs.size >= MAX) refs.clear();
    if (path !== undefined) refs.set(keyOf(frame, path), ref);
  }
}

/** Finds a path shown at this stop. */
export function findShownPath(
  session: Session,
  frame: FrameRef,
  path: string,
): { readonly ref: ValueRef | undefined } | undefined {
  const { refs } = currentPaths(session);
  const key = keyOf(frame, path.trim());
  return refs.has(key) ? { ref: refs.get(key) } : undefined;
}

function currentPaths(session: Session): ShownPaths {
  const told = pathsBySession.get(session);
  if (told?.epoch === session.epoch) return told;
  const anew = { epoch: session.epoch, refs: new Map<string, ValueRef | undefined>() };
  pathsBySession.set(session, anew);
  return anew;
}

const keyOf = ({ thread, index }: FrameRef, path: string): string => `${thread} ${index} ${path}`;

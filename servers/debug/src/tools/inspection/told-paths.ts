import type { FrameRef, ValueRef, VariableFacts } from '../../backend/facts.ts';
import type { Session } from '../../engine/session.ts';

const MOST = 5_000;

/** What was told at one stop. Values of another one mean nothing. */
interface Told {
  readonly epoch: number;
  /** `undefined` for what has nothing inside. */
  readonly refs: Map<string, ValueRef | undefined>;
}

const toldBySession = new WeakMap<Session, Told>();

/** Every path that was told can be expanded, whatever it looks like in the language of the program: `prices.get(1)`. */
export function rememberPaths(session: Session, frame: FrameRef, variables: readonly VariableFacts[]): void {
  const { refs } = toldNow(session);
  for (const { path, ref } of variables) {
    if (refs.size >= MOST) refs.clear();
    if (path !== undefined) refs.set(keyOf(frame, path), ref);
  }
}

/** What a path that was told at this stop leads to. */
export function findTold(
  session: Session,
  frame: FrameRef,
  path: string,
): { readonly ref: ValueRef | undefined } | undefined {
  const { refs } = toldNow(session);
  const key = keyOf(frame, path.trim());
  return refs.has(key) ? { ref: refs.get(key) } : undefined;
}

function toldNow(session: Session): Told {
  const told = toldBySession.get(session);
  if (told?.epoch === session.epoch) return told;
  const anew = { epoch: session.epoch, refs: new Map<string, ValueRef | undefined>() };
  toldBySession.set(session, anew);
  return anew;
}

const keyOf = ({ thread, index }: FrameRef, path: string): string => `${thread} ${index} ${path}`;

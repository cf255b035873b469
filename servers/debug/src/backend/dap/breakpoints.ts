import { resolve } from 'node:path';
import { ok } from '../../result.ts';
import type { BoundBreakpoint, Outcome, WantedBreakpoint } from '../backend.ts';
import { REQUEST_MS } from './deadlines.ts';
import type { DapTarget } from './profile.ts';
import type { Session } from './session.ts';

const PENDING = 'It is set as soon as a program is under the debugger.';

/** Replaces all breakpoints of a file; stores them, so that a later launch can set them before the first line. */
export const setFile = async (
  session: Session,
  path: string,
  wanted: readonly WantedBreakpoint[],
): Promise<Outcome<readonly BoundBreakpoint[]>> => {
  const file = resolve(path);
  const gone = (session.wanted.get(file) ?? []).filter((each) => wanted.every(({ id }) => id !== each.id));
  session.wanted.set(file, wanted);
  for (const { id } of gone) session.bound.delete(id);
  const { target } = session;
  if (target === undefined || session.phase === 'over') {
    return ok(
      wanted.map(({ id }) => ({ id, isBound: false, location: undefined, message: PENDING, nearestLine: undefined })),
    );
  }
  if (gone.length > 0) await target.channel.call('forget', { ids: gone.map(({ id }) => id) }, REQUEST_MS);
  const set = await session.profile.setBreakpoints(target, file, wanted);
  if (set.ok) for (const each of set.value) session.bound.set(each.id, each);
  return set;
};

/** Sets all breakpoints that were requested before the launch, and reports the state of each. */
export const setAll = async (session: Session): Promise<Outcome<void>> => {
  for (const [file, wanted] of session.wanted) {
    if (wanted.length === 0) continue;
    const set = await setFile(session, file, wanted);
    if (!set.ok) return set;
    for (const breakpoint of set.value) session.emit({ kind: 'bound', breakpoint });
  }
  return ok(undefined);
};

/** The adapter updated a breakpoint, for example because a library was loaded. */
export const onBreakpointChanged = async (session: Session, target: DapTarget, number: number): Promise<void> => {
  const place = await target.channel.call<string | null>('placeOf', { number }, REQUEST_MS);
  if (!place.ok || place.value === null || session.target !== target) return;
  const file = place.value.slice(0, place.value.lastIndexOf(':'));
  const wanted = session.wanted.get(file) ?? [];
  const unbound = wanted.filter(({ id }) => session.bound.get(id)?.isBound === false);
  if (unbound.length === 0) return;
  const set = await setFile(session, file, wanted);
  if (!set.ok) return;
  for (const breakpoint of set.value) {
    const isNew = breakpoint.isBound && unbound.some(({ id }) => id === breakpoint.id);
    if (isNew) session.emit({ kind: 'bound', breakpoint });
  }
};

import type { Call } from '../../model/call.ts';

/** Beside the calls and not in them: nearly none has one. */
const ages = new WeakMap<Call, number>();

/** How old the answer is that a call got from the cache, in milliseconds; `undefined` where it came from its server. */
export function ageOf(call: Call): number | undefined {
  return ages.get(call);
}

export function setAge(call: Call, ms: number): void {
  ages.set(call, ms);
}

import type { Step } from '../judge/observation.ts';
import type { Probe } from './exercise.ts';
import type { Session } from './session.ts';

/** Slower ones would make every tool slow. */
const MAX_MS = 200;
const MAX_PROBES = 12;

/** Reading calls and resources that are quick, and answer the same twice. */
export async function findProbes(session: Session, steps: readonly Step[]): Promise<readonly Probe[]> {
  const candidates: readonly Probe[] = [
    ...session.resources.map((uri) => ({ name: `resource ${uri}`, ask: (each: Session) => each.readResource(uri) })),
    ...steps.map((step) => ({ name: step.call, ask: (each: Session) => each.call(step) })),
  ];
  const probes: Probe[] = [];
  for (const candidate of candidates) {
    if (probes.length >= MAX_PROBES) break;
    const startedAt = performance.now();
    const one = await candidate.ask(session);
    const other = await candidate.ask(session);
    const isQuick = performance.now() - startedAt < 2 * MAX_MS;
    if (isQuick && one.outcome === 'answered' && other.outcome === 'answered' && one.masked === other.masked) {
      probes.push(candidate);
    }
  }
  return probes;
}

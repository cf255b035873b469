/**
 * The parts of an instance name: `<process>-<hash of its machine>-<random>`, and a suffix for its journal's cleanup
 * stage. `dead`: the journal was taken over and is being stored; `done`: all of it is stored.
 */
export interface InstanceName {
  readonly id: string;
  readonly pid: number;
  readonly hostHash: string;
  readonly stage: 'live' | Stage;
}

export type Stage = 'dead' | 'done';

const NAME = /^((\d+)-([0-9a-f]{8})-[^.]+)(?:\.(dead|done))?$/;

/**
 * @example
 * parseInstanceName('4711-0a1b2c3d-e4f5.dead') // { id: '4711-0a1b2c3d-e4f5', pid: 4711, hostHash: '0a1b2c3d', stage: 'dead' }
 */
export function parseInstanceName(name: string): InstanceName | undefined {
  const [, id, pid, hostHash, stage] = NAME.exec(name) ?? [];
  if (id === undefined || hostHash === undefined) return undefined;
  return { id, pid: Number(pid), hostHash, stage: stage === 'dead' || stage === 'done' ? stage : 'live' };
}

/** The file name of an instance's journal at a stage. */
export const atStage = (id: string, stage: Stage): string => `${id}.${stage}`;

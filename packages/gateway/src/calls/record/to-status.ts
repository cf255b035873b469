import { statSync } from 'node:fs';
import type { RecordStatus } from '@toolmark/api-contract';

export interface StatusFacts {
  readonly file: string;
  readonly problem: string | undefined;
  readonly since: number;
  readonly lost: number;
}

/** The status of the record for the API. */
export function toStatus({ file, problem, since, lost }: StatusFacts): RecordStatus {
  return {
    state: problem === undefined ? 'ok' : 'failing',
    problem: problem ?? null,
    since: new Date(since).toISOString(),
    place: file,
    size_bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    lost_calls: lost,
  };
}

function sizeOf(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // The folder is not readable.
    return 0;
  }
}

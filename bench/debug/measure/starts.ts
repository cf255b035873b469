import { connect } from '../connection.ts';
import type { Program } from '../programs.ts';
import type { Target } from '../targets/target.ts';

export interface StartRow {
  readonly target: string;
  readonly role: Target['role'];
  /** Milliseconds from starting the server to the list of tools. */
  readonly starts: readonly number[];
}

/** Measures starts of the servers alternately. */
export async function measureStarts(
  targets: readonly Target[],
  program: Program,
  times: number,
): Promise<readonly StartRow[]> {
  const rows = targets.map(({ name, role }) => ({ target: name, role, starts: [] as number[] }));
  for (let turn = 0; turn < times; turn += 1) {
    for (const [place, target] of targets.entries()) {
      const connection = await connect(target.server(program));
      rows[place]?.starts.push(connection.startMs);
      await connection.close();
    }
  }
  return rows;
}

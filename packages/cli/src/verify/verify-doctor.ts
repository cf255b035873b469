import { chooseRung, type RungReport } from '@toolmark/verify';
import { EXIT, type ExitCode, type Io } from '../io.ts';

/** `toolmark verify doctor`. */
export async function verifyDoctor(io: Io): Promise<ExitCode> {
  const report = await chooseRung(undefined, io.env);
  io.stdout.write(`${describeRung(report)}\n`);
  for (const { what, costs, fix } of report.missing) io.stdout.write(`  ${what}: ${costs}\n    ${fix}\n`);
  if (report.rung === 'overlay' && report.missing.length === 0) io.stdout.write('  Nothing is missing.\n');
  return report.open === undefined ? EXIT.couldNotRun : EXIT.clean;
}

/** One line: what confines a server here, and what is watched. */
export function describeRung({ rung, channels }: Pick<RungReport, 'rung' | 'channels'>): string {
  const files = {
    exact: 'every changed file',
    denied: 'writes fail',
    copy: 'a copy of its folder',
    none: 'files unwatched',
  };
  const network = { captured: 'contacts named', denied: 'no network', none: 'network unwatched' };
  const processes = { traced: 'attempts traced', none: 'attempts not traced' };
  if (rung === 'none') return 'sandbox: none. Nothing confines a server on this machine, so no tool is called.';
  return `sandbox: ${rung} (${files[channels.files]}, ${network[channels.network]}, ${processes[channels.processes]})`;
}

import { type Connection, connect } from '../connection.ts';
import type { Plan } from '../plan.ts';
import type { Program } from '../programs.ts';
import type { Driver, Target } from '../targets/target.ts';
import { measureSession, type SessionSample } from './session.ts';
import { measureStops, type StopSample } from './stops.ts';
import { measureThrows } from './throws.ts';
import { measureTraces, type TraceSample } from './traces.ts';

export interface Row {
  readonly target: string;
  readonly role: Target['role'];
  readonly program: string;
  /** One sample for each round. */
  readonly sessions: readonly SessionSample[];
  readonly stops: readonly StopSample[];
  readonly traces: readonly TraceSample[];
  /** Milliseconds of one throw of a type that is not waited for. */
  readonly throws: readonly number[];
  /** Processes that were still running after the server had exited. */
  readonly leftBehind: number;
  /** Failed measurements, with the reason. */
  readonly failures: readonly string[];
}

const PARTS = ['sessions', 'stops', 'traces', 'throws'] as const;

/** Measures all targets alternately with one program; the first round of a server is a warm-up. */
export async function measureRounds(targets: readonly Target[], program: Program, plan: Plan): Promise<readonly Row[]> {
  const seats: Seat[] = [];
  for (const target of targets) seats.push(await startSeat(target, program));
  for (let round = -1; round < plan.rounds; round += 1) {
    const order = round % 2 === 0 ? seats : seats.toReversed();
    for (const part of PARTS) for (const seat of order) await measurePart(seat, part, program, plan, round >= 0);
  }
  const rows: Row[] = [];
  for (const seat of seats) rows.push(await leave(seat, program));
  return rows;
}

interface Seat {
  readonly target: Target;
  readonly connection: Connection;
  readonly driver: Driver;
  readonly samples: {
    readonly sessions: SessionSample[];
    readonly stops: StopSample[];
    readonly traces: TraceSample[];
    readonly throws: number[];
  };
  readonly failures: Map<(typeof PARTS)[number], string>;
}

async function startSeat(target: Target, program: Program): Promise<Seat> {
  const connection = await connect(target.server(program));
  const samples = { sessions: [], stops: [], traces: [], throws: [] };
  return { target, connection, driver: target.drive(connection, program), samples, failures: new Map() };
}

/** A failed measurement is not repeated, because it would not cover all rounds. */
async function measurePart(
  { connection, driver, samples, failures }: Seat,
  part: (typeof PARTS)[number],
  program: Program,
  plan: Plan,
  counts: boolean,
): Promise<void> {
  if (failures.has(part)) return;
  try {
    if (part === 'sessions') keep(samples.sessions, await measureSession(connection, driver, program), counts);
    if (part === 'stops') keep(samples.stops, await measureStops(driver, program, plan.stops), counts);
    if (part === 'traces') keep(samples.traces, await measureTraces(driver, program, plan.hits), counts);
    if (part === 'throws') keep(samples.throws, await measureThrows(driver, program, plan.throws), counts);
  } catch (error) {
    failures.set(part, error instanceof Error ? error.message : String(error));
    await driver.end().catch(() => undefined);
  }
  await driver.cleanUp().catch(() => undefined);
}

function keep<T>(samples: T[], sample: T | undefined, counts: boolean): void {
  if (counts && sample !== undefined) samples.push(sample);
}

async function leave({ target, connection, samples, failures }: Seat, { title }: Program): Promise<Row> {
  const leftBehind = await connection.close();
  const { name, role } = target;
  return {
    target: name,
    role,
    program: title,
    ...samples,
    leftBehind,
    failures: [...failures].map(([part, reason]) => `${part}: ${reason}`),
  };
}

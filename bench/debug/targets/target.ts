import type { Connection, Server } from '../connection.ts';
import type { Program } from '../programs.ts';

/** A debugger behind MCP. */
export interface Target {
  readonly name: string;
  readonly role: 'toolmark' | 'peer';
  /** How it is started for that program. */
  readonly server: (program: Program) => Server;
  /** How a client gets it to do what is measured, with as few calls as it takes. */
  readonly drive: (connection: Connection, program: Program) => Driver;
}

/** What the measurements ask for, whoever does it. One program at a time. */
export interface Driver {
  /** Sets a breakpoint, launches the program with so many rounds, and returns when it is known that it stands there. */
  readonly launch: (line: number, rounds: number) => Promise<void>;
  /** Steps over a line; where it stands then. */
  readonly step: () => Promise<number>;
  /** The local variables by name. */
  readonly variables: () => Promise<ReadonlyMap<string, string>>;
  /** Lets it run to the next stop, until it is known that it stands. */
  readonly goOn: () => Promise<void>;
  /** The same until it is known where. */
  readonly goOnTo: () => Promise<number>;
  /** Another place to stop at. */
  readonly hold: (line: number) => Promise<void>;
  /** Has each pass of a line reported without a stop. A name in braces stands for a variable. */
  readonly trace: (line: number, message: string) => Promise<void>;
  /** Lets it run, and returns when a report is there with the given text, or when no more come. */
  readonly runUntilReported: (last: string) => Promise<Reports>;
  /** Ends the program and what was set up for it. */
  readonly end: () => Promise<void>;
  /** What is needed before the next session and is no part of one. */
  readonly tidy: () => Promise<void>;
}

export interface Reports {
  readonly texts: readonly string[];
  /** When the newest came, on the clock of `performance.now()`. */
  readonly newestAt: number;
}

/** After so long without a report no more are waited for. */
export const SILENCE_MS = 3_000;

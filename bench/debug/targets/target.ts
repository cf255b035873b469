import type { Connection, Server } from '../connection.ts';
import type { Program } from '../programs.ts';

/** A debugger with an MCP server. */
export interface Target {
  readonly name: string;
  readonly role: 'toolmark' | 'peer';
  /** How to start it for a program. */
  readonly server: (program: Program) => Server;
  /** Creates a driver that performs the measured operations with as few calls as possible. */
  readonly drive: (connection: Connection, program: Program) => Driver;
}

/** The operations to measure, on any target. One program at a time. */
export interface Driver {
  /**
   * Sets a breakpoint, launches the program with this number of rounds, and returns when the client knows that it
   * stopped there.
   */
  readonly launch: (line: number, rounds: number) => Promise<void>;
  /** Steps over a line; returns the new line. */
  readonly step: () => Promise<number>;
  /** The local variables by name. */
  readonly variables: () => Promise<ReadonlyMap<string, string>>;
  /** Resumes, and returns when the client knows that the program stopped. */
  readonly resume: () => Promise<void>;
  /** Resumes, and returns the line of the next stop. */
  readonly resumeToLine: () => Promise<number>;
  /** Sets another breakpoint. */
  readonly setBreakpoint: (line: number) => Promise<void>;
  /** Sets a tracepoint. A name in braces stands for a variable. */
  readonly trace: (line: number, message: string) => Promise<void>;
  /** Resumes, and returns when a report has the given text, or when reports stop arriving. */
  readonly runUntilReported: (last: string) => Promise<Reports>;
  /**
   * Runs a program with an exception breakpoint of a type that it never throws; returns the number it prints. Left out
   * by targets without exception breakpoints by type.
   */
  readonly passThrows?: (file: string, otherType: string, rounds: number) => Promise<number>;
  /** Ends the program and its session. */
  readonly end: () => Promise<void>;
  /** Cleanup between sessions, which is not measured. */
  readonly cleanUp: () => Promise<void>;
}

export interface Reports {
  readonly texts: readonly string[];
  /** The time of the newest report, by `performance.now()`. */
  readonly newestAt: number;
}

/** The time without a report after which the wait ends. */
export const SILENCE_MS = 3_000;

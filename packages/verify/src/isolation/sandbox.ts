import type { CommandTarget } from '@toolmark/reach';

/**
 * How far a server is confined, best first.
 *
 * - `overlay`: writes go to a layer that shows each changed file; the network is captured.
 * - `deny`: writes and network access fail.
 * - `copy`: the server works on a copy of its folder; nothing else is confined.
 * - `none`: nothing is confined. Only for a target that a person called disposable.
 */
export type Rung = 'overlay' | 'deny' | 'copy' | 'none';

/** What can be seen of a server's effects. */
export interface Channels {
  readonly files: 'exact' | 'denied' | 'copy' | 'none';
  readonly network: 'captured' | 'denied' | 'none';
  readonly processes: 'traced' | 'none';
}

/** One directory whose changes can be read while the server runs. */
export interface Layer {
  /** The directory on this machine. */
  readonly path: string;
  /** Holds only what was changed. */
  readonly upper: string;
  /** The directory as the server sees it. */
  readonly merged: string;
}

/** A place in which one server process runs. */
export interface Cell {
  readonly rung: Rung;
  readonly channels: Channels;
  /** The command that starts the server in here. */
  readonly target: CommandTarget;
  /** Empty until the server has started, and on rungs without layers. */
  readonly layers: () => readonly Layer[];
  /** Whether the layers can be read: a sandbox that is being taken down shows files that are gone. */
  readonly isThere: () => boolean;
  /** The text of one of the logs so far; empty where the channel is missing. */
  readonly log: (name: 'network' | 'trace') => string;
  /** Removes what the cell left outside; call it after the server has ended. */
  readonly close: () => Promise<void>;
}

/** Builds a fresh cell for a server. */
export type OpenCell = (target: CommandTarget) => Promise<Cell>;

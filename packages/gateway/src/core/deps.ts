import type { Clock, JsonObject, Log } from '@toolmark/base';
import type { CallKey } from '@toolmark/record';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Recorder } from '../calls/record/recorder.ts';
import type { EnforcementDeps } from '../calls/steps.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Searching } from '../search/searching.ts';

/** The parts of the gateway that the core uses. */
export interface CoreDeps {
  /** The current catalog. */
  readonly catalog: () => Catalog;
  readonly upstream: (name: string) => UpstreamServer | undefined;
  /** In the order of the config. */
  readonly servers: () => readonly UpstreamServer[];
  /** The identity that the gateway tells its clients. */
  readonly serverInfo: JsonObject;
  /** Whether the gateway passes one server through, under its own names. */
  readonly transparent: boolean;
  readonly log: Pick<Log, 'debug' | 'warn' | 'error'>;
  readonly clock: Clock;
  readonly ids: CoreIds;
  /** Finds tools for clients in search mode. */
  readonly searching: Searching;
  /** Decides about calls, and acts on the decision. */
  readonly enforcement: EnforcementDeps;
  /** Called when the protocol session of an older client has ended. */
  readonly onSessionClosed?: (session: string) => void;
  /** Records calls; `undefined` where recording is off. */
  readonly recorder?: Pick<
    Recorder,
    'begin' | 'answered' | 'end' | 'connected' | 'listed' | 'offered' | 'discovered' | 'endSession'
  >;
}

interface CoreIds {
  /** The key of a call that begins now. */
  readonly call: (now: number) => CallKey;
  /** A unique id for a conversation or an incident. */
  readonly unique: () => string;
  /** An unguessable token of at least 128 random bits. */
  readonly secret: () => string;
}

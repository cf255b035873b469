import type { Clock, JsonObject, Log } from '@toolmark/base';
import type { CallKey } from '@toolmark/record';
import type { UpstreamServer } from '@toolmark/upstream';
import type { Recorder } from '../calls/record/recorder.ts';
import type { EnforcementDeps } from '../calls/steps.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Searching } from '../search/searching.ts';

/** What the core needs from the world around it. */
export interface CoreDeps {
  /** What is offered now. */
  readonly catalog: () => Catalog;
  readonly upstream: (name: string) => UpstreamServer | undefined;
  /** In the order of the config. */
  readonly servers: () => readonly UpstreamServer[];
  /** What we say we are. */
  readonly serverInfo: JsonObject;
  /** One server, passed through under its own names. */
  readonly transparent: boolean;
  readonly log: Pick<Log, 'debug' | 'warn' | 'error'>;
  readonly clock: Clock;
  readonly ids: CoreIds;
  /** Finds tools for those who came to search. */
  readonly searching: Searching;
  /** Decides about calls, and acts on the decision. */
  readonly enforcement: EnforcementDeps;
  /** Called when the protocol session of an older client has ended. */
  readonly onSessionClosed?: (session: string) => void;
  /** Remembers calls; `undefined` where nothing is to be remembered. */
  readonly recorder?: Pick<Recorder, 'begin' | 'answered' | 'end' | 'listed' | 'offered' | 'discovered' | 'left'>;
}

interface CoreIds {
  /** Of a call that begins now. */
  readonly call: (now: number) => CallKey;
  /** Of a conversation or an incident: unique. */
  readonly unique: () => string;
  /** A token that nobody can guess, at least 128 bits of it. */
  readonly secret: () => string;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Problem, Result } from '@toolmark/annotations';
import type {
  CallMode,
  ExplainRequest,
  PolicyExplanation,
  PolicyReplay,
  PolicyReplayRequest,
  SearchAnswer,
  ToolPolicy,
} from '@toolmark/api-contract';
import type { JsonObject, RpcReply } from '@toolmark/base';
import type { Limits, PolicyConfig, ProfileConfig, Trust } from '@toolmark/config';
import type { KnownSecrets } from '@toolmark/reach';
import type { SignIns, UpstreamServer } from '@toolmark/upstream';
import type { Context } from 'hono';
import type { Approvals } from '../../calls/approvals/approvals.ts';
import type { Overrides } from '../../calls/hints/overrides.ts';
import type { Standings } from '../../calls/hints/standings.ts';
import type { Recorder } from '../../calls/record/recorder.ts';
import type { Confirmation } from '../../model/caller.ts';
import type { Catalog, CatalogTool } from '../../model/catalog.ts';
import type { Question } from '../../search/find/retrieve.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { SignIn } from '../guard/sign-in.ts';
import type { Passkeys } from '../presence/passkeys.ts';
import type { Credential } from '../tokens/credential.ts';
import type { TokenRegistry } from '../tokens/registry.ts';
import type { DemoShow } from './demo-show.ts';
import type { SetUp } from './set-up.ts';

/** What the API reads and does, looked up anew for every request: servers and catalog change while the gateway runs. */
export interface RestDeps extends SetUp {
  readonly servers: () => readonly UpstreamServer[];
  readonly catalog: () => Catalog;
  readonly restart: (name: string) => Promise<void>;
  /** Settles when a server that was taken out has ended. */
  readonly ended: (name: string) => Promise<void>;
  /** Secrets of the config, which a server may echo in anything that it says of itself. */
  readonly known?: Pick<KnownSecrets, 'isIn' | 'redact'> | undefined;
  readonly recorder: Pick<Recorder, 'reader' | 'settled' | 'status' | 'digest'>;
  /** Who listens. It is closed by who made it, before the listening socket is. */
  readonly events: EventHub;
  /** What a question finds. */
  readonly search: (question: Question, principal: string) => Promise<SearchAnswer>;
  /** Calls a tool as every client does: through the same steps, and recorded. */
  readonly callTool: (call: ApiCall) => Promise<ApiCallOutcome>;
  readonly approvals: Pick<Approvals, 'answer' | 'pending' | 'get' | 'sent' | 'grants' | 'revoke'>;
  readonly overrides: Pick<Overrides, 'list' | 'of' | 'set' | 'remove' | 'history'>;
  readonly standings: Pick<Standings, 'view' | 'accept' | 'acceptAll' | 'withdraw' | 'reviewedOf'>;
  /** The one in use. */
  readonly policy: () => PolicyConfig;
  /** What a plain call of a tool would get. */
  readonly policyOf: (tool: CatalogTool) => ToolPolicy;
  /** What a call that nobody makes would get, and why; or that there is no such tool, and what may have been meant. */
  readonly explainPolicy: (request: ExplainRequest, principal: string) => Result<PolicyExplanation, NoSuchTool>;
  /** What a policy would have done with the recorded calls, or what is wrong with it. */
  readonly replayPolicy: (
    request: PolicyReplayRequest,
    options: ReplayOptions,
  ) => Promise<Result<PolicyReplay, readonly Problem[]>>;
  readonly trustOf: (server: string) => Trust;
  readonly tokens: Pick<TokenRegistry, 'list' | 'create' | 'revoke'>;
  readonly passkeys: Pick<Passkeys, 'list' | 'problem' | 'challenge' | 'enrol' | 'remove' | 'prove'>;
  /** Where the page is by the name `localhost`. */
  readonly localhostUrl?: string | undefined;
  /** The one token of an earlier version; `retire` removes it, or returns a readable reason. */
  readonly sharedToken: {
    readonly file: () => string | undefined;
    readonly retire: () => Promise<Result<void, string>>;
  };
  /** Those in use. */
  readonly profiles: () => readonly ProfileConfig[];
  readonly demo: Pick<DemoShow, 'view' | 'start' | 'stop'>;
  /** How one signs in to servers. */
  readonly signIns: Pick<SignIns, 'begin' | 'completePasted' | 'end'>;
  /** How browsers are let in, and out. */
  readonly signIn: SignIn;
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values'>;
  readonly version: string;
  /** In milliseconds since 1970, like `now`. */
  readonly startedAt: number;
  readonly configFile: string;
  readonly now: () => number;
  /** Why the config as it is now is not in use. */
  readonly configProblem?: () => string | undefined;
  /** A bug of ours. The caller gets the incident, the log the rest. */
  readonly onBug: (incident: string, error: unknown) => void;
  /** How long `POST …/restart` waits for the server before it answers 202. */
  readonly restartWaitMs?: number;
  /** How long the record may take for one question. */
  readonly readWaitMs?: number;
}

interface NoSuchTool {
  readonly message: string;
  readonly suggestions: readonly string[];
}

export interface ReplayOptions {
  /** Aborted when whoever asked went away. */
  readonly signal: AbortSignal;
  readonly onProgress: (calls: number, total: number) => void;
}

/** A call that somebody makes through the API. */
export interface ApiCall extends ApiCaller {
  /** The tool as clients call it. */
  readonly exposedName: string;
  readonly arguments: JsonObject | undefined;
  readonly principal: string;
  /** The person who calls has said yes to it already, in this way. */
  readonly confirmed?: Confirmation;
  /** Aborted when whoever asked went away. */
  readonly signal: AbortSignal;
}

/** Who calls. */
export interface ApiCaller {
  /** By their credential. */
  readonly mode: Extract<CallMode, 'web' | 'cli' | 'api'>;
  /** As they say themselves. */
  readonly client: { readonly name: string; readonly version: string } | undefined;
}

interface ApiCallOutcome {
  /** Under which it is recorded; empty where it was refused before it was a call. */
  readonly id: string;
  readonly reply: RpcReply;
}

/** What comes with a request besides itself. */
export interface RestBindings {
  /** Whom the guard let in. */
  readonly principal: string;
  /** On what. `ownerOf` reads it. */
  readonly credential: Credential;
  /** Where the request came through a socket. */
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export type RestContext = Context<{ Bindings: RestBindings }>;

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
import type { DemoRunner } from './demo-runner.ts';
import type { SetUp } from './set-up.ts';

/** The services of the API. Servers and catalog are functions, because they change while the gateway runs. */
export interface RestDeps extends SetUp {
  readonly servers: () => readonly UpstreamServer[];
  readonly catalog: () => Catalog;
  readonly restart: (name: string) => Promise<void>;
  /** Resolves when a removed server has ended. */
  readonly serverEnded: (name: string) => Promise<void>;
  /** Secrets of the config, which a server could echo in data about itself. */
  readonly knownSecrets?: Pick<KnownSecrets, 'isIn' | 'redact'> | undefined;
  readonly recorder: Pick<Recorder, 'reader' | 'settled' | 'status' | 'digest'>;
  /** Closed by its creator before the listening socket. */
  readonly events: EventHub;
  /** Searches the tools. */
  readonly search: (question: Question, principal: string) => Promise<SearchAnswer>;
  /** Calls a tool like every client does: with the same steps, and recorded. */
  readonly callTool: (call: ApiCall) => Promise<ApiCallOutcome>;
  readonly approvals: Pick<Approvals, 'answer' | 'pending' | 'get' | 'sent' | 'grants' | 'revoke'>;
  readonly overrides: Pick<Overrides, 'list' | 'of' | 'set' | 'remove' | 'history'>;
  readonly standings: Pick<Standings, 'view' | 'accept' | 'acceptAll' | 'withdraw' | 'reviewedOf'>;
  readonly policy: PolicyService;
  readonly trustOf: (server: string) => Trust;
  readonly tokens: Pick<TokenRegistry, 'list' | 'create' | 'revoke'>;
  readonly passkeys: Pick<Passkeys, 'list' | 'problem' | 'challenge' | 'enrol' | 'remove' | 'prove'>;
  /** The URL of the page with the host name `localhost`. */
  readonly localhostUrl?: string | undefined;
  /** The single token of earlier versions; `retire` removes it, or returns a readable reason. */
  readonly sharedToken: {
    readonly file: () => string | undefined;
    readonly retire: () => Promise<Result<void, string>>;
  };
  /** The profiles in use. */
  readonly profiles: () => readonly ProfileConfig[];
  readonly demo: Pick<DemoRunner, 'view' | 'start' | 'stop'>;
  /** Signing in to servers. */
  readonly signIns: Pick<SignIns, 'begin' | 'completePasted' | 'end'>;
  /** Signing in of browsers. */
  readonly signIn: SignIn;
  readonly limits: Pick<Limits, 'bodyBytes' | 'depth' | 'values'>;
  readonly version: string;
  /** Milliseconds since 1970, like `now`. */
  readonly startedAt: number;
  readonly configFile: string;
  readonly now: () => number;
  /** The reason why the current config file is not in use. */
  readonly configProblem?: () => string | undefined;
  /** Reports an internal error. The caller gets only the incident id, the log gets the error. */
  readonly onBug: (incident: string, error: unknown) => void;
  /** How long `POST …/restart` waits for the server before it answers 202. */
  readonly restartWaitMs?: number;
  /** The timeout of one query of the record. */
  readonly readWaitMs?: number;
}

/** The policy in use, and answers to questions about policies. */
export interface PolicyService {
  readonly current: () => PolicyConfig;
  /** The decision for a plain call of a tool. */
  readonly forTool: (tool: CatalogTool) => ToolPolicy;
  /** The decision for a hypothetical call with the reasons, or that the tool does not exist. */
  readonly explain: (request: ExplainRequest, principal: string) => Result<PolicyExplanation, NoSuchTool>;
  /** The decisions of a policy for the recorded calls, or the problems of that policy. */
  readonly replay: (
    request: PolicyReplayRequest,
    options: ReplayOptions,
  ) => Promise<Result<PolicyReplay, readonly Problem[]>>;
}

interface NoSuchTool {
  readonly message: string;
  readonly suggestions: readonly string[];
}

export interface ReplayOptions {
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly onProgress: (calls: number, total: number) => void;
}

/** A tool call through the API. */
export interface ApiCall extends ApiCaller {
  /** The name of the tool for clients. */
  readonly exposedName: string;
  readonly arguments: JsonObject | undefined;
  readonly principal: string;
  /** The calling person has confirmed the call in this way. */
  readonly confirmed?: Confirmation;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The caller of the API. */
export interface ApiCaller {
  /** Derived from the credential. */
  readonly mode: Extract<CallMode, 'web' | 'cli' | 'api'>;
  /** As reported by the client. */
  readonly client: { readonly name: string; readonly version: string } | undefined;
}

interface ApiCallOutcome {
  /** The id in the record; empty if the call was refused before it started. */
  readonly id: string;
  readonly reply: RpcReply;
}

/** The request's data besides its URL, headers and body. */
export interface RestBindings {
  /** The principal that the guard admitted. */
  readonly principal: string;
  /** The credential of the principal. `ownerOf` reads it. */
  readonly credential: Credential;
  /** Set if the request came through a socket. */
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

export type RestContext = Context<{ Bindings: RestBindings }>;

/** The services of Tencent Cloud that the tools use. */
export type Service = 'tcb' | 'scf' | 'flexdb' | 'lowcode' | 'cdn';

/** The API version of each service. */
export const VERSIONS: Readonly<Record<Service, string>> = {
  tcb: '2018-06-08',
  scf: '2018-04-16',
  flexdb: '2018-11-27',
  lowcode: '2021-01-08',
  cdn: '2018-06-06',
};

export interface CloudRequest {
  readonly service: Service;
  /** The default is the one of {@link VERSIONS}. */
  readonly version?: string;
  readonly action: string;
  /** `undefined` values are left out, at any depth. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Whether the action may be retried after a failure with an unknown outcome. The default is `true` for actions that only read. */
  readonly isRepeatable?: boolean;
}

/** The answer of an action, without the envelope. */
export type CloudReply = Readonly<Record<string, unknown>> & { readonly RequestId: string };

/** Cloud API 3.0 with the credentials of the session. */
export interface CloudApi {
  /** Throws a `CloudBaseError`; `cloudCode` is Tencent's own code. */
  readonly request: (request: CloudRequest) => Promise<CloudReply>;
}

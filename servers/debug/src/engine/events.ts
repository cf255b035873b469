import type { ExceptionFacts, SourceLocation } from '../backend/facts.ts';

/** What others may want to know while it happens. */
export type EngineEvent =
  /** It runs, stands or is gone. */
  | { readonly kind: 'state' }
  | { readonly kind: 'breakpoints' }
  | { readonly kind: 'session-started' }
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'hit'; readonly hit: Hit }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly logger: LoggerName; readonly message: string };

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error';
export type LoggerName = 'session' | 'breakpoints' | 'tools' | 'code';

/** A breakpoint was hit, or a tracepoint told of itself. */
export interface Hit {
  readonly breakpointId: string | null;
  readonly type: 'blocking' | 'tracepoint';
  readonly location: SourceLocation | undefined;
  readonly threadId: number;
  readonly timestamp: string;
  readonly hitCount: number;
  readonly logMessage: string | null;
  readonly exception: ExceptionFacts | undefined;
}

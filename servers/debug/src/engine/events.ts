import type { ExceptionFacts, SourceLocation } from '../backend/facts.ts';

/** The engine's events. */
export type EngineEvent =
  /** The program resumed, stopped or ended. */
  | { readonly kind: 'state' }
  | { readonly kind: 'breakpoints' }
  | { readonly kind: 'session-started' }
  | { readonly kind: 'session-ended' }
  | { readonly kind: 'hit'; readonly hit: Hit }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly logger: LoggerName; readonly message: string };

export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error';
export type LoggerName = 'session' | 'breakpoints' | 'tools' | 'code';

/** A breakpoint hit, or a tracepoint message. */
export interface Hit {
  readonly breakpointId: string | null;
  readonly type: 'blocking' | 'tracepoint';
  readonly location: SourceLocation | undefined;
  readonly threadId: number;
  readonly timestamp: string;
  readonly hitCount: number;
  readonly logMessage: string | null;
  readonly exception: ExceptionFacts | undefined;
  /** Called when a client read too slowly to be sent this one. */
  readonly onDropped?: () => void;
}

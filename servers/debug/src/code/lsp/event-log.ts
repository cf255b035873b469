import { fileURLToPath } from 'node:url';
import type { DebugError } from '../../errors.ts';
import { err, ok } from '../../result.ts';
import type { Found } from '../code-backend.ts';
import { within } from '../workspace/within.ts';
import type { LspDiagnostic } from './protocol.ts';

interface LspEvent {
  readonly method: string;
  readonly params: unknown;
}

type Fits<Value> = (event: LspEvent) => Value | undefined;

/** The notifications of a language server: the latest for each subject. */
export interface EventLog {
  /** The first matching event, past or future. */
  readonly find: <Value>(fits: Fits<Value>, deadline: AbortSignal) => Promise<Found<Value>>;
  readonly known: <Value>(fits: Fits<Value>) => Value | undefined;
}

export function createEventLog(): {
  readonly log: EventLog;
  readonly push: (event: LspEvent) => void;
  /** Fails waiting and later calls. */
  readonly end: (why: DebugError) => void;
} {
  const events = new Map<string, LspEvent>();
  const watchers = new Set<(event: LspEvent | DebugError) => void>();
  let over: DebugError | undefined;
  const known: EventLog['known'] = (fits) => {
    for (const event of events.values()) {
      const value = fits(event);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const find = async <Value>(fits: Fits<Value>, deadline: AbortSignal): Promise<Found<Value>> => {
    const already = known(fits);
    if (already !== undefined) return ok(already);
    if (over !== undefined) return err(over);
    let watch: (event: LspEvent | DebugError) => void = () => undefined;
    const coming = new Promise<Found<Value>>((resolve) => {
      watch = (event) => {
        if ('code' in event) return resolve(err(event));
        const value = fits(event);
        if (value !== undefined) resolve(ok(value));
      };
      watchers.add(watch);
    });
    return within(coming, deadline, 'Reading the workspace').finally(() => watchers.delete(watch));
  };
  const tell = (event: LspEvent | DebugError): void => {
    for (const watch of [...watchers]) watch(event);
  };
  return {
    log: { find, known },
    push: (event) => {
      events.set(subjectOf(event), event);
      tell(event);
    },
    end: (why) => {
      over = why;
      tell(why);
    },
  };
}

/** A newer event replaces the older one on the same subject, so that the log stays as small as the workspace. */
function subjectOf({ method, params }: LspEvent): string {
  const { uri, message, value } = (params ?? {}) as {
    readonly uri?: string;
    readonly message?: string;
    readonly value?: { readonly kind?: string };
  };
  return [method, uri, value?.kind, message?.split(' ', 2).join(' ').slice(0, 40)].join(' ');
}

/** Matches the server's diagnostics for this version of a file or a later one. */
export function publishedFor(file: string, version: number): Fits<readonly LspDiagnostic[]> {
  return ({ method, params }) => {
    if (method !== 'textDocument/publishDiagnostics') return undefined;
    const told = params as {
      readonly uri: string;
      readonly version?: number;
      readonly diagnostics: readonly LspDiagnostic[];
    };
    if (!told.uri.startsWith('file:') || fileURLToPath(told.uri) !== file) return undefined;
    return (told.version ?? 0) >= version ? told.diagnostics : undefined;
  };
}

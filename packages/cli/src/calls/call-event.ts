import { type CallStatusName, callStatuses, type GatewayEvent, type ToolClassName } from '@toolmark/api-contract';

/** The content of an event about a call. */
export interface CallEvent {
  readonly id: string;
  readonly session_id: string;
  readonly server: string | null;
  readonly tool: string;
  readonly class: ToolClassName | null;
  readonly status: CallStatusName;
  readonly duration_ms: number | null;
  /** `undefined` if an older gateway does not send it; so are the next two. */
  readonly client_name: string | null | undefined;
  readonly summary: string | undefined;
  readonly error_message: string | undefined;
  readonly at: string;
  readonly isOver: boolean;
}

/** The live filter, in values of the API. */
export interface LiveFilter {
  readonly sessionId?: string;
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly statuses?: readonly string[];
  readonly classes?: readonly string[];
  readonly decisions?: readonly string[];
}

const CLASSES: readonly ToolClassName[] = ['read', 'additive', 'destructive'];

/** Reads an event about a call; `undefined` for any other. */
export function toCallEvent({ type, data, timestamp }: GatewayEvent): CallEvent | undefined {
  if (type !== 'tool_calls.started' && type !== 'tool_calls.completed') return undefined;
  const { id, tool, duration_ms: took, client_name: client } = data;
  if (typeof id !== 'string' || typeof tool !== 'string') return undefined;
  const isOver = type === 'tool_calls.completed';
  return {
    id,
    session_id: textIn(data['session_id']) ?? '',
    server: textIn(data['server']) ?? null,
    tool,
    class: CLASSES.find((name) => name === data['class']) ?? null,
    status: callStatuses.find((name) => name === data['status']) ?? (isOver ? 'ok' : 'running'),
    // Negative if the clock was set back.
    duration_ms: typeof took === 'number' && took >= 0 ? took : null,
    client_name: client === null ? null : textIn(client),
    summary: textIn(data['summary']),
    error_message: textIn(data['error_message']),
    at: timestamp,
    isOver,
  };
}

/** Whether a call matches, as far as the event shows; the event does not contain the decision. */
export function isWanted(news: CallEvent, filter: LiveFilter): boolean {
  return (
    (filter.sessionId === undefined || filter.sessionId === news.session_id) &&
    isOneOf(news.server, filter.servers) &&
    isOneOf(news.tool, filter.tools) &&
    isOneOf(news.class, filter.classes) &&
    isOneOf(news.status, filter.statuses)
  );
}

/** Whether only the end of a call can tell if it matches. */
export const isOnlyAtEnd = ({ statuses, decisions }: LiveFilter): boolean =>
  statuses !== undefined || decisions !== undefined;

const isOneOf = (value: string | null, wanted: readonly string[] | undefined): boolean =>
  wanted === undefined || (value !== null && wanted.includes(value));

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

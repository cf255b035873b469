import {
  type CallStatusName,
  callStatuses,
  type GatewayEvent,
  type ToolCall,
  type ToolClassName,
} from '@toolmark/api-contract';

/** What an event says of a call. */
export interface CallNews {
  readonly id: string;
  readonly session_id: string;
  readonly server: string | null;
  readonly tool: string;
  readonly class: ToolClassName | null;
  readonly status: CallStatusName;
  readonly duration_ms: number | null;
  readonly at: string;
  readonly isOver: boolean;
}

/** Which calls are wanted, in values of the API. */
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
export function toCallNews({ type, data, timestamp }: GatewayEvent): CallNews | undefined {
  if (type !== 'tool_calls.started' && type !== 'tool_calls.completed') return undefined;
  const { id, session_id: session, server, tool, duration_ms: took } = data;
  if (typeof id !== 'string' || typeof tool !== 'string') return undefined;
  const isOver = type === 'tool_calls.completed';
  return {
    id,
    session_id: typeof session === 'string' ? session : '',
    server: typeof server === 'string' ? server : null,
    tool,
    class: CLASSES.find((name) => name === data['class']) ?? null,
    status: callStatuses.find((name) => name === data['status']) ?? (isOver ? 'ok' : 'running'),
    duration_ms: typeof took === 'number' ? took : null,
    at: timestamp,
    isOver,
  };
}

/** Whether a call is wanted, as far as news can tell. A running one may still get the wanted status. */
export function isWanted(news: CallNews, filter: LiveFilter): boolean {
  return (
    (filter.sessionId === undefined || filter.sessionId === news.session_id) &&
    isOneOf(news.server, filter.servers) &&
    isOneOf(news.tool, filter.tools) &&
    isOneOf(news.class, filter.classes) &&
    (!news.isOver || isOneOf(news.status, filter.statuses))
  );
}

/** Whether the policy decided as wanted, which only the call itself tells. */
export const isDecided = (call: ToolCall | undefined, { decisions }: LiveFilter): boolean =>
  decisions === undefined || isOneOf(call?.decision?.kind ?? null, decisions);

const isOneOf = (value: string | null, wanted: readonly string[] | undefined): boolean =>
  wanted === undefined || (value !== null && wanted.includes(value));

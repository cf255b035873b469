import type { CallMode, Session, SessionEndReason, SessionRisk } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { IconPrivate, IconSent, IconUntrusted } from '../ui/icons.ts';

export const STATUSES: readonly Session['status'][] = ['active', 'closed'];

export const STATUS_WORDS: Readonly<Record<Session['status'], { readonly word: string; readonly means: string }>> = {
  active: { word: 'Active', means: 'It goes on: its client may call more.' },
  closed: { word: 'Closed', means: 'It is over.' },
};

/** Why a session is over. */
export const END_WORDS: Readonly<Record<SessionEndReason, string>> = {
  left: 'The client left.',
  idle: 'Nothing happened for a while.',
  stopped: 'The gateway was stopped.',
  interrupted: 'Cut off: the gateway ended before it could close it.',
};

/** How its calls came. */
export const MODE_WORDS: Readonly<Record<CallMode, string>> = {
  direct: 'It has the list of tools and calls them by name.',
  search: 'It searches for tools and calls what it finds.',
  web: 'Somebody tried tools on this page.',
  cli: 'Somebody called tools from the command line.',
  api: 'Tools were called through the REST API.',
};

export const ERA_WORDS: Readonly<Record<NonNullable<Session['era']>, string>> = {
  modern: 'MCP 2026-07-28: each request stands alone.',
  legacy: 'MCP 2025-11-25 or earlier: a connection with a beginning and an end.',
};

export interface Leg {
  readonly key: keyof SessionRisk;
  readonly icon: Component;
  readonly word: string;
  readonly means: string;
}

/** Three things that are harmless one by one; together they can carry private data out. */
export const LEGS: readonly Leg[] = [
  {
    key: 'private_data_read',
    icon: IconPrivate,
    word: 'Private data read',
    means: 'A tool that reads a closed world was called: what it returned is likely to be private.',
  },
  {
    key: 'untrusted_content_seen',
    icon: IconUntrusted,
    word: 'Untrusted content seen',
    means: 'A tool of an open world answered: anybody may have written what it returned, orders to the agent among it.',
  },
  {
    key: 'open_world_write',
    icon: IconSent,
    word: 'Open-world write',
    means: 'A tool was called that changes things in an open world: data may have left this way.',
  },
];

export const ALL_LEGS =
  'All three in one session: a text that anybody may have written could have made the agent send private data away.';

/**
 * Which of the three a session has.
 *
 * @example
 * legsOf(session.risk).map(({ word }) => word) // ['Private data read']
 */
export const legsOf = (risk: SessionRisk): readonly Leg[] => LEGS.filter(({ key }) => risk[key] !== null);

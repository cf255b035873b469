import type { CallMode, Session, SessionEndReason, SessionRisk } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { IconPrivate, IconSent, IconUntrusted } from '../ui/icons.ts';

export const STATUSES: readonly Session['status'][] = ['active', 'closed'];

export const STATUS_WORDS: Readonly<Record<Session['status'], { readonly word: string; readonly means: string }>> = {
  active: { word: 'Active', means: 'Its client may make more calls.' },
  closed: { word: 'Closed', means: 'It has ended.' },
};

/** Why a session ended. */
export const END_WORDS: Readonly<Record<SessionEndReason, string>> = {
  left: 'The client disconnected.',
  idle: 'No activity for a while.',
  stopped: 'The gateway was stopped.',
  interrupted: 'The gateway ended before it could close the session.',
};

/** How a session's calls arrive. */
export const MODE_WORDS: Readonly<Record<CallMode, string>> = {
  direct: 'It gets the list of tools and calls them by name.',
  search: 'It searches for tools and calls the results.',
  web: 'Tools were tried on this page.',
  cli: 'Tools were called from the command line.',
  api: 'Tools were called through the REST API.',
};

export const ERA_WORDS: Readonly<Record<NonNullable<Session['era']>, string>> = {
  modern: 'MCP 2026-07-28: each request stands alone.',
  legacy: 'MCP 2025-11-25 or earlier: a connection with a beginning and an end.',
};

export interface RiskFactor {
  readonly key: keyof SessionRisk;
  readonly icon: Component;
  readonly word: string;
  readonly means: string;
}

/** Three risk factors, each harmless alone; together they can leak private data. */
export const RISK_FACTORS: readonly RiskFactor[] = [
  {
    key: 'private_data_read',
    icon: IconPrivate,
    word: 'Private data read',
    means: 'A read tool of a closed world succeeded: its results are likely to be private.',
  },
  {
    key: 'untrusted_content_seen',
    icon: IconUntrusted,
    word: 'Untrusted content seen',
    means: 'An open-world tool returned a result: anyone may have written it, including instructions to the agent.',
  },
  {
    key: 'open_world_write',
    icon: IconSent,
    word: 'Open-world write',
    means: 'A tool changed something in the open world: data may have left this way.',
  },
];

export const ALL_RISK_FACTORS =
  'All three in one session: untrusted content could have led the agent to leak private data.';

/**
 * The risk factors that a session has.
 *
 * @example
 * riskFactorsOf(session.risk).map(({ word }) => word) // ['Private data read']
 */
export const riskFactorsOf = (risk: SessionRisk): readonly RiskFactor[] =>
  RISK_FACTORS.filter(({ key }) => risk[key] !== null);

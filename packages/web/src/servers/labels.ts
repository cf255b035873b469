import type { Server, ServerStateName, TrustName } from '@toolmark/api-contract';
import type { Component } from 'vue';
import { visibleLine } from '../text/visible.ts';
import { IconAlert, IconCheck, IconClock, IconPause, IconRefresh, IconStop } from '../ui/icons.ts';

export interface StateWords {
  readonly icon: Component;
  readonly word: string;
  readonly means: string;
}

export const SERVER_STATES: readonly ServerStateName[] = [
  'ready',
  'connecting',
  'waiting',
  'failed',
  'disabled',
  'stopped',
];

export const STATE_WORDS: Readonly<Record<ServerStateName, StateWords>> = {
  ready: { icon: IconCheck, word: 'Ready', means: 'Connected; its tools are available.' },
  connecting: { icon: IconRefresh, word: 'Connecting', means: 'Starting or connecting.' },
  waiting: { icon: IconClock, word: 'Waiting', means: 'Could not be reached; Toolmark retries soon.' },
  failed: { icon: IconAlert, word: 'Failed', means: 'Cannot be used without a change.' },
  disabled: { icon: IconPause, word: 'Disabled', means: 'Disabled in the config.' },
  stopped: { icon: IconStop, word: 'Stopped', means: 'Stopping.' },
};

/** Whether a server needs attention. */
export const isUnhealthy = ({ state }: Pick<Server, 'state'>): boolean => state === 'waiting' || state === 'failed';

export const TRUSTS: readonly TrustName[] = ['review', 'declared', 'verified', 'none'];

/** How far a server's declared hints are trusted. */
export const TRUST_WORDS: Readonly<Record<TrustName, { readonly word: string; readonly means: string }>> = {
  review: {
    word: 'After review',
    means: 'A hint that makes a tool look safer applies once you have accepted it. Until then calls ask for approval.',
  },
  declared: {
    word: 'As declared',
    means: 'Its hints apply as declared, unless the tool’s name or description contradicts them.',
  },
  verified: { word: 'Only verified', means: 'A hint applies once it was proven by running the tool.' },
  none: {
    word: 'Never',
    means: 'MCP’s defaults apply to every tool: destructive and open world.',
  },
};

const TRANSPORT_WORDS = { stdio: 'stdio', http: 'HTTP', sse: 'SSE' };

/**
 * A server's transport and protocol version.
 *
 * @example
 * describeProtocol({ transport: 'stdio', era: 'modern', protocol_version: '2026-07-28' }) // 'stdio · 2026-07-28'
 */
export function describeProtocol({
  transport,
  era,
  protocol_version,
}: Pick<Server, 'transport' | 'era' | 'protocol_version'>): string {
  const version = protocol_version === null ? undefined : visibleLine(protocol_version, 40);
  const parts = [
    transport === null ? undefined : TRANSPORT_WORDS[transport],
    version ?? era ?? undefined,
    version !== undefined && era === 'legacy' ? 'legacy' : undefined,
  ];
  return parts.filter((one) => one !== undefined).join(' · ');
}

/**
 * The name and version that a server reports.
 *
 * @example
 * describeSelf({ name: 'demo', title: 'Demo', version: '0.1.0' }) // 'Demo 0.1.0'
 */
export function describeSelf(info: Server['server_info']): string {
  const text = (key: string): string => {
    const value = info?.[key];
    return typeof value === 'string' ? visibleLine(value.trim(), 60) : '';
  };
  return [text('title') || text('name'), text('version')].filter((one) => one !== '').join(' ');
}

/**
 * The outcome of a restart.
 *
 * @example
 * restartMessage({ name: 'notes', state: 'ready' }) // 'notes was started anew and is ready.'
 */
export function restartMessage({ name, state }: Pick<Server, 'name' | 'state'>): string {
  const shown = visibleLine(name, 60);
  if (state === 'connecting') return `${shown} is still starting.`;
  return `${shown} was restarted and is ${STATE_WORDS[state].word.toLowerCase()}.`;
}

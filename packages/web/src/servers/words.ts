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
  ready: { icon: IconCheck, word: 'Ready', means: 'It is connected, and its tools are offered.' },
  connecting: { icon: IconRefresh, word: 'Connecting', means: 'It is being started or called.' },
  waiting: { icon: IconClock, word: 'Waiting', means: 'It could not be reached, and is tried again soon.' },
  failed: { icon: IconAlert, word: 'Failed', means: 'It cannot be used as it is.' },
  disabled: { icon: IconPause, word: 'Disabled', means: 'The config says not to use it.' },
  stopped: { icon: IconStop, word: 'Stopped', means: 'It is being stopped.' },
};

/** Whether somebody should do something about it. */
export const isSick = ({ state }: Pick<Server, 'state'>): boolean => state === 'waiting' || state === 'failed';

export const TRUSTS: readonly TrustName[] = ['review', 'declared', 'verified', 'none'];

/** How much the word of a server counts. */
export const TRUST_WORDS: Readonly<Record<TrustName, { readonly word: string; readonly means: string }>> = {
  review: {
    word: 'What you have reviewed',
    means: 'A hint that makes a tool look safer counts once you have accepted it. Until then a call asks.',
  },
  declared: {
    word: 'What it declares',
    means: 'Its hints count as it declares them, unless its own words speak against them.',
  },
  verified: { word: 'Only what is proven', means: 'A hint counts once it was proven by running the tool.' },
  none: {
    word: 'Nothing',
    means: 'Every tool counts as MCP’s defaults say: it may destroy, and reaches the open world.',
  },
};

const TRANSPORT_WORDS = { stdio: 'stdio', http: 'HTTP', sse: 'SSE' };

/**
 * How one talks to a server, in a few words.
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
 * What a server says that it is: its title or name, and its version.
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
 * How a server is after it was started anew.
 *
 * @example
 * sayRestarted({ name: 'notes', state: 'ready' }) // 'notes was started anew and is ready.'
 */
export function sayRestarted({ name, state }: Pick<Server, 'name' | 'state'>): string {
  const shown = visibleLine(name, 60);
  if (state === 'connecting') return `${shown} is being started; that takes a while.`;
  return `${shown} was started anew and is ${STATE_WORDS[state].word.toLowerCase()}.`;
}

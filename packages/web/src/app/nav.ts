import type { Component } from 'vue';
import {
  IconApprovals,
  IconCalls,
  IconDashboard,
  IconPolicy,
  IconServer,
  IconSessions,
  IconSettings,
  IconTools,
} from '../ui/icons.ts';

export interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: Component;
  /** The key that opens this page after `g`. */
  readonly key: string;
  /** Whether the bottom bar of a narrow screen shows it directly; the others are in its menu. */
  readonly isMain: boolean;
}

export const PLACES: readonly Place[] = [
  { to: '/', label: 'Dashboard', icon: IconDashboard, key: 'd', isMain: true },
  { to: '/approvals', label: 'Approvals', icon: IconApprovals, key: 'a', isMain: true },
  { to: '/tool-calls', label: 'Calls', icon: IconCalls, key: 'c', isMain: true },
  { to: '/sessions', label: 'Sessions', icon: IconSessions, key: 's', isMain: true },
  { to: '/tools', label: 'Tools', icon: IconTools, key: 't', isMain: true },
  { to: '/servers', label: 'Servers', icon: IconServer, key: 'v', isMain: false },
  { to: '/policy', label: 'Policy', icon: IconPolicy, key: 'p', isMain: false },
  { to: '/settings', label: 'Settings', icon: IconSettings, key: 'e', isMain: false },
];

import { toFailure } from '../../api/api-failure.ts';
import { post } from '../../api/request.ts';
import {
  IconApprovals,
  IconDark,
  IconDeny,
  IconHelp,
  IconLight,
  IconPlay,
  IconSignOut,
  IconSystem,
} from '../../ui/icons.ts';
import { PLACES } from '../nav.ts';
import { router } from '../router.ts';
import { signOut } from '../sign-in/sign-in.ts';
import { themeChoice } from '../theme.ts';
import { type Entry, toEntry } from './entry.ts';

/** Actions that only the palette itself can perform. */
export interface Doing {
  readonly answerNext: (choice: 'once' | 'deny') => void;
  readonly showKeys: () => void;
}

/** Entries that are always available: pages and commands. */
export function toFixedEntries({ answerNext, showKeys }: Doing): readonly Entry[] {
  return [
    ...PLACES.map(({ to, label, icon, key }) =>
      toEntry({ id: `go:${to}`, group: 'Go to', title: label, detail: `g ${key}`, icon, run: () => router.push(to) }),
    ),
    ...[
      { id: 'approve', title: 'Approve the next waiting call', icon: IconApprovals, run: () => answerNext('once') },
      { id: 'deny', title: 'Deny the next waiting call', icon: IconDeny, run: () => answerNext('deny') },
      { id: 'demo', title: 'Watch the demo', icon: IconPlay, words: ['example', 'start'], run: watchDemo },
      {
        id: 'keys',
        title: 'Show keyboard shortcuts',
        icon: IconHelp,
        words: ['keyboard', 'shortcuts', 'help'],
        run: showKeys,
      },
      { id: 'light', title: 'Theme: light', icon: IconLight, run: () => (themeChoice.value = 'light') },
      { id: 'dark', title: 'Theme: dark', icon: IconDark, run: () => (themeChoice.value = 'dark') },
      { id: 'system', title: 'Theme: system', icon: IconSystem, run: () => (themeChoice.value = 'system') },
      { id: 'sign-out', title: 'Sign out', icon: IconSignOut, words: ['log out'], run: signOut },
    ].map(({ id, ...facts }) => toEntry({ id: `command:${id}`, group: 'Commands', ...facts })),
  ];
}

/** Watch a demo that is already running instead of starting another. */
async function watchDemo(): Promise<void> {
  try {
    await post('/demo', { body: {} });
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'conflict') throw failure;
  }
  await router.push('/');
}

import type { ApprovalList, SessionList, ToolCallList } from '@toolmark/api-contract';
import type { Page } from 'playwright-core';
import type { ScreenshotGateway } from './gateway.ts';

/** A picture: its page, and the condition that the page is complete. */
export interface Picture {
  readonly name: string;
  readonly path: string;
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name, level: 1 }).waitFor();
/** Waits for this text. */
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();

/** All pages, each with some content. */
export async function pagesOf({ api }: ScreenshotGateway): Promise<readonly Picture[]> {
  const { approvals } = await api<ApprovalList>('GET', '/approvals?limit=100');
  const { sessions } = await api<SessionList>('GET', '/sessions?limit=100');
  const { tool_calls: calls } = await api<ToolCallList>('GET', '/tool-calls?limit=200');
  const approval = approvals.find(({ tool }) => tool === 'edit_file')?.id;
  const session = sessions.find(({ tool_call_count: count }) => count >= 12)?.id;
  const call = calls.find(({ tool, status }) => tool === 'write_file' && status === 'ok')?.id;
  if (approval === undefined || session === undefined || call === undefined) throw new Error('Something is missing.');
  return [
    { name: 'dashboard', path: '/', ready: text('Delete Note') },
    { name: 'approvals', path: '/approvals', ready: text('Delete Note') },
    { name: 'approval', path: `/approvals/${approval}`, ready: text('every morning') },
    { name: 'calls', path: '/tool-calls', ready: text('Read Note') },
    { name: 'call', path: `/tool-calls/${call}`, ready: text('Arguments') },
    { name: 'sessions', path: '/sessions', ready: text(/codex/i) },
    { name: 'session', path: `/sessions/${session}`, ready: heading(/./) },
    { name: 'tools', path: '/tools', ready: text('Append to Note') },
    { name: 'tool', path: '/tools/notes/delete_note', ready: heading('Delete Note') },
    { name: 'held', path: '/tools/calendar/cancel_event', ready: heading('Cancel Event') },
    { name: 'servers', path: '/servers', ready: text('calendar') },
    { name: 'server', path: '/servers/notes', ready: heading(/notes/) },
    { name: 'policy', path: '/policy', ready: text('nothing is moved') },
    { name: 'settings', path: '/settings', ready: heading('Settings') },
    { name: 'tokens', path: '/settings#tokens', ready: text('weekly-report') },
  ];
}

import type { CallMode, CallStatusName, ToolCall, ToolClassName } from '@toolmark/api-contract';
import { type Painter, safeText, wrapAt } from '@toolmark/audit';
import type { Screen } from '../gateway-client-command.ts';

type Style = Parameters<Painter>[0];

interface Mark {
  readonly mark: string;
  readonly style: Style;
}

/** The same signs and colours as in an audit. */
export const CLASS_MARKS: Readonly<Record<ToolClassName, Mark>> = {
  read: { mark: '◉', style: 'blue' },
  additive: { mark: '+', style: 'green' },
  destructive: { mark: '▲', style: 'red' },
};

export const STATUS_MARKS: Readonly<Record<CallStatusName, Mark>> = {
  running: { mark: '◌', style: 'cyan' },
  ok: { mark: '✓', style: 'green' },
  error: { mark: '✗', style: 'red' },
  denied: { mark: '⊘', style: 'yellow' },
  expired: { mark: '⊘', style: 'yellow' },
  cancelled: { mark: '⊘', style: 'dim' },
  interrupted: { mark: '!', style: 'red' },
};

/** How a call reached the gateway. */
export const MODE_WORDS: Readonly<Record<CallMode, string>> = {
  direct: 'via the tool list',
  search: 'via search',
  web: 'via the page',
  cli: 'via the command line',
  api: 'via the API',
};

/** `◉ notes/list_notes`; a tool that no server has appears under the name that the client called. */
export function toolOf({ class: of, server, tool }: Pick<ToolCall, 'class' | 'server' | 'tool'>): string {
  return `${of === null ? '?' : CLASS_MARKS[of].mark} ${safeText(server === null ? tool : `${server}/${tool}`)}`;
}

export const statusOf = ({ status }: Pick<ToolCall, 'status'>): string => `${STATUS_MARKS[status].mark} ${status}`;

export const clientOf = (name: string | null): string => (name === null ? 'unknown' : safeText(name) || 'unknown');

/** Explains the signs before the tools. */
export function renderLegend({ columns, paint }: Screen): readonly string[] {
  const parts = Object.entries(CLASS_MARKS).map(([name, { mark }]) => `${mark} ${name}`);
  return wrapAt('  ·  ', parts, columns - 2).map((text) => `  ${paint('dim', text)}`);
}

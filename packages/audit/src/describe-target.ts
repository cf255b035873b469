import { type ServerTarget, toPrintable, toShownUrl } from '@toolmark/reach';

/** Flags that take no value, so that the argument after them may be shown. */
const BARE_FLAGS = new Set(['-y', '--yes', '-q', '--quiet', '--']);
const MAX_LENGTH = 100;

/**
 * A readable name for a target. Values of flags are left out, because they may be keys.
 *
 * @example
 * describeTarget({ kind: 'command', command: 'npx', args: ['-y', 'some-server', '--token', 'x'] }) // 'npx -y some-server --token …'
 */
export function describeTarget(target: ServerTarget): string {
  switch (target.kind) {
    case 'command':
      return toPrintable([target.command, ...(target.args ?? []).map(showArgument)].join(' '), MAX_LENGTH);
    case 'url':
      return URL.canParse(target.url) ? toShownUrl(new URL(target.url)) : 'the given URL';
    case 'streams':
      return 'a server in this process';
  }
}

function showArgument(argument: string, index: number, all: readonly string[]): string {
  const before = all[index - 1];
  if (argument.startsWith('-')) return argument.replace(/=.*/s, '=…');
  if (before?.startsWith('-') && !BARE_FLAGS.has(before) && !before.includes('=')) return '…';
  if (/^\w+=/.test(argument)) return argument.replace(/=.*/s, '=…');
  return URL.canParse(argument) && argument.includes('://') ? toShownUrl(new URL(argument)) : argument;
}

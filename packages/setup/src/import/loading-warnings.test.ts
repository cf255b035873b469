import { describe, expect, it } from 'vitest';
import { loadingWarnings } from './loading-warnings.ts';

const warningAbout = (what: string) => [
  `It sets ${what}, which can load other code into its command. Import it only if you set that yourself.`,
];

describe('loadingWarnings', () => {
  it.each<[string, object | undefined, string, readonly string[]]>([
    ['no variables', undefined, 'linux', []],
    ['harmless ones', { API_KEY: 'x', ENV: 'production', PYTHONUNBUFFERED: '1' }, 'linux', []],
    ['one that loads code', { LD_PRELOAD: '/tmp/a.so', API_KEY: 'x' }, 'linux', warningAbout('LD_PRELOAD=/tmp/a.so')],
    ['two', { NODE_OPTIONS: '-r x', BASH_ENV: '/x' }, 'linux', warningAbout('NODE_OPTIONS=-r x, BASH_ENV=/x')],
    ['another case', { node_options: '-r x' }, 'linux', []],
    ['another case on Windows', { node_options: '-r x' }, 'win32', warningAbout('node_options=-r x')],
    [
      'one that may hold a credential',
      { npm_config_registry: 'https://u:p@x' },
      'linux',
      warningAbout('npm_config_registry'),
    ],
    ['control characters', { PATH: '\u001b[2J/x' }, 'linux', warningAbout('PATH=/x')],
  ])('%s', (_case, env, platform, expected) =>
    expect(loadingWarnings({ command: 'x', ...(env && { env }) }, platform)).toEqual(expected),
  );
});

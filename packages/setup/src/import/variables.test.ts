import { describe, expect, it } from 'vitest';
import type { Dialect } from './sources.ts';
import { translateVariables } from './variables.ts';

const translate = (dialect: Dialect, text: string, platform = 'linux'): string => {
  const translated = translateVariables(text, { dialect, home: '/home/ann', platform });
  return translated.ok ? translated.value : `no: ${translated.error}`;
};

/** Builds `${…}` without template substitution. */
const $ = (inside: string): string => `\${${inside}}`;

describe('variables of other clients', () => {
  it.each<[Dialect, string, string]>([
    ['none', 'x $HOME {a}', 'x $HOME {a}'],
    ['none', $('NAME'), $('NAME')],
    ['none', $('env:NAME'), `no: ${$('env:NAME')} is plain text to this client, but would be expanded here`],
    ...(['none', 'shell', 'shell-bare', 'editor'] as const).map((dialect): [Dialect, string, string] => [
      dialect,
      $('secret:NAME'),
      `no: ${$('secret:NAME')} is plain text to this client, but would become a secret here`,
    ]),
    ['shell', `${$('A')}/${$('B_2')}`, `${$('env:A')}/${$('env:B_2')}`],
    ['shell', '$A', '$A'],
    ['shell', $('A:-b'), `no: ${$('A:-b')} has a default value, which is not supported here`],
    ['shell', $('env:NAME'), `no: ${$('env:NAME')} is not a variable to this client, but would be one here`],
    ['shell', $('not a name'), $('not a name')],
    ['shell-bare', `$A-${$('B')}`, `${$('env:A')}-${$('env:B')}`],
    ['editor', $('env:A'), $('env:A')],
    ['editor', `${$('userHome')}${$('/')}x`, '/home/ann/x'],
    ['editor', $('A'), $('A')],
    ['editor', $('command:x.y'), `no: ${$('command:x.y')} only works in the editor`],
  ])('in the dialect %s: %s', (dialect, text, wanted) => expect(translate(dialect, text)).toBe(wanted));

  it('use the path separator of the machine', () =>
    expect(translate('editor', $('pathSeparator'), 'win32')).toBe('\\'));
});

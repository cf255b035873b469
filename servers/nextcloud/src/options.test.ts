import { describe, expect, it } from 'vitest';
import { parseCommand } from './options.ts';

const ENV = { NEXTCLOUD_HOST: 'https://cloud.test', NEXTCLOUD_USERNAME: 'ada', NEXTCLOUD_PASSWORD: 'secret' };
const account = { url: 'https://cloud.test', user: 'ada', password: 'secret' };
const parse = (line: string, env: Record<string, string> = ENV) => parseCommand(line.split(' ').filter(Boolean), env);

describe('the command line', () => {
  it('uses the account of login by default', () => {
    expect(parse('', {})).toEqual({ kind: 'serve', serve: { isDemo: false } });
  });

  it.each([
    ['', { kind: 'serve', serve: { isDemo: false, account } }],
    ['--demo', { kind: 'serve', serve: { isDemo: true, semantic: {} } }],
    ['--demo --http 0', { kind: 'serve', serve: { isDemo: true, port: 0, semantic: {} } }],
    ['--http', { kind: 'serve', serve: { isDemo: false, account, port: 7423 } }],
    ['--modules notes,deck', { kind: 'serve', serve: { isDemo: false, account, modules: ['notes', 'deck'] } }],
    [
      '--url https://example.org/nextcloud/',
      { kind: 'serve', serve: { isDemo: false, account: { ...account, url: 'https://example.org/nextcloud' } } },
    ],
    [
      '--url http://127.0.0.1:8080 --user bob',
      { kind: 'serve', serve: { isDemo: false, account: { ...account, url: 'http://127.0.0.1:8080', user: 'bob' } } },
    ],
    [
      '--semantic --embeddings-url http://127.0.0.1:11434/v1 --embeddings-model m',
      {
        kind: 'serve',
        serve: { isDemo: false, account, semantic: { endpoint: { url: 'http://127.0.0.1:11434/v1', model: 'm' } } },
      },
    ],
    ['--help', { kind: 'help' }],
  ])('%j', (line, command) => {
    expect(parse(line)).toEqual(command);
  });

  it.each([
    ['--modules notes,mail', ENV, /^--modules knows no 'mail'; there are notes, webdav/],
    ['--url cloud.test', ENV, /^--url wants an address such as https/],
    ['--url ftp://cloud.test', ENV, /^--url wants an address such as https/],
    ['--url https://ada:hidden@cloud.test', ENV, /not 'https:\/\/…@cloud\.test'/],
    ['', { ...ENV, NEXTCLOUD_HOST: 'https://ada:hidden@cloud.test/x' }, /not 'https:\/\/…@cloud\.test\/x'/],
    ['--url https://cloud.test/?a=1', ENV, /^--url wants an address such as https/],
    ['--user ada', {}, /^Where is your Nextcloud\? .*--demo/],
    ['', { NEXTCLOUD_HOST: 'https://cloud.test' }, /--user NAME/],
    ['', { ...ENV, NEXTCLOUD_PASSWORD: '' }, /NEXTCLOUD_PASSWORD.*app password/],
    ['--embeddings-url http://x', ENV, /^Give --semantic together/],
    ['--semantic --embeddings-url x --embeddings-model m', ENV, /^--embeddings-url wants/],
    ['--semantic --embeddings-url http://x', ENV, /--embeddings-model NAME/],
    ['--password x', ENV, /Unknown option/],
  ])('%j is refused with an error message', (line, env, message) => {
    expect(parse(line, env)).toEqual({ kind: 'problem', message: expect.stringMatching(message) });
  });
});

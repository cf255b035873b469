import { describe, expect, it } from 'vitest';
import { parseCommand } from './options.ts';

const parse = (line: string, env: Record<string, string> = {}) =>
  parseCommand(line.split(' ').filter(Boolean), env, '/work');
const DEFAULT = { isEmulator: false, language: 'en', isUnattended: false, isVerbose: false, workspace: '/work' };

describe('the command line', () => {
  it.each([
    ['', {}, {}],
    ['--emulator --http 0', {}, { isEmulator: true, port: 0 }],
    ['--http', {}, { port: 7424 }],
    ['--env e-1 --region ap-guangzhou', { CLOUDBASE_ENV_ID: 'other' }, { envId: 'e-1', region: 'ap-guangzhou' }],
    ['', { CLOUDBASE_ENV_ID: 'e-2', TCB_REGION: 'ap-beijing' }, { envId: 'e-2', region: 'ap-beijing' }],
    ['--emulator', { CLOUDBASE_ENV_ID: 'e-2' }, { isEmulator: true }],
    ['--unattended --verbose', {}, { isUnattended: true, isVerbose: true }],
    ['--workspace /a', { WORKSPACE_FOLDER_PATHS: '/b' }, { workspace: '/a' }],
    ['', { WORKSPACE_FOLDER_PATHS: '/b,/c' }, { workspace: '/b' }],
    ['', { LANG: 'zh_CN.UTF-8' }, { language: 'zh' }],
    ['', { LANG: 'zh_CN.UTF-8', TCB_LANG: 'en' }, { language: 'en' }],
    ['--lang zh', { TCB_LANG: 'en' }, { language: 'zh' }],
    ['', { LC_ALL: 'C', LANG: 'zh_CN' }, { language: 'en' }],
  ])('%j with %j', (line, env, more) => {
    expect(parse(line, env)).toEqual({ kind: 'serve', serve: { ...DEFAULT, ...more } });
  });

  it.each([
    ['--lang fr', {}, "--lang knows en and zh, not 'fr'."],
    ['--env ../x', {}, "--env wants letters, digits and hyphens, not '../x'."],
    ['', { TCB_REGION: 'a b' }, "--region wants letters, digits and hyphens, not 'a b'."],
    ['--emulator --env e-1', {}, /exclude each other/],
  ])('%j with %j is refused', (line, env, message) => {
    expect(parse(line, env)).toMatchObject({
      kind: 'problem',
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });
});

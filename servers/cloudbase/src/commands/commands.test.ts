import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator, type EmulatorOptions } from '../emulator/create-emulator.ts';
import { notFound } from '../emulator/refusal.ts';
import { type Machine, runCommand } from './command.ts';
import { doctor } from './doctor.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';

const COMMANDS = { login, logout, doctor };

/** A machine with an emulator in place of Tencent Cloud. */
async function machine(options: EmulatorOptions = {}) {
  const home = await mkdtemp(join(tmpdir(), 'toolmark-home-'));
  const emulator = await createEmulator({ hasSamples: true, ...options });
  onTestFinished(async () => {
    await emulator.close();
    await rm(home, { recursive: true });
  });
  const { secretId, secretKey } = emulator.credentials;
  return {
    home,
    emulator,
    keys: { TENCENTCLOUD_SECRETID: secretId, TENCENTCLOUD_SECRETKEY: secretKey },
    run: async (line: string, env: Machine['env'] = {}, ask?: Machine['ask']) => {
      const [name = '', ...args] = line.split(' ');
      const stdout: string[] = [];
      const stderr: string[] = [];
      const code = await runCommand(COMMANDS[name as keyof typeof COMMANDS], args, emulator.endpoints, {
        env,
        home,
        say: (said) => stdout.push(...said.split('\n')),
        complain: (sentence) => stderr.push(sentence),
        ...(ask !== undefined && { ask }),
      });
      return { code, stdout, stderr };
    },
  };
}

describe('a login on the command line', () => {
  it('is stored for its owner only, checked by doctor, and ended by logout', async () => {
    const { home, run, emulator } = await machine();
    expect(await run('login --env demo-1a2b3c4d5e')).toEqual({
      code: 0,
      stdout: [
        'Open this link, and confirm the code:',
        '',
        `  ${emulator.url}/oauth/device`,
        expect.stringMatching(/^ {2}[0-9A-F]{4}-[0-9A-F]{4}$/),
        '',
        'Waiting (Ctrl-C stops) …',
        'Signed in.',
        'Environment: demo-1a2b3c4d5e (demo)',
      ],
      stderr: [],
    });
    const fileOf = (name: string): string => join(home, '.toolmark', 'cloudbase', name);
    for (const name of ['login.json', 'environment.json']) expect((await stat(fileOf(name))).mode & 0o777).toBe(0o600);

    expect(await run('doctor')).toEqual({
      code: 0,
      stdout: [
        'ok    credentials: a stored login',
        'ok    account: environments: demo-1a2b3c4d5e (demo), staging-9f8e7d6c5b (staging)',
        'ok    environment: demo-1a2b3c4d5e (demo), ap-shanghai, NORMAL',
        'ok    database: 2 collections',
        expect.stringMatching(/^ok {4}storage: .*demo-1a2b3c4d5e/),
        expect.stringMatching(/^ok {4}hosting: https:\/\/demo-1a2b3c4d5e.*\/$/),
        'ok    functions: 1 function',
      ],
      stderr: [],
    });

    const stored = JSON.parse(await readFile(fileOf('login.json'), 'utf8'));
    expect(await run('logout')).toEqual({ code: 0, stdout: ['Signed out.'], stderr: [] });
    await expect(stat(fileOf('login.json'))).rejects.toThrow('ENOENT');
    // The keys were also revoked on the server.
    const ended = {
      TENCENTCLOUD_SECRETID: stored.tmpSecretId,
      TENCENTCLOUD_SECRETKEY: stored.tmpSecretKey,
      TENCENTCLOUD_SESSIONTOKEN: stored.tmpToken,
    };
    expect((await run('doctor --env demo-1a2b3c4d5e', ended)).stdout.at(-1)).toMatch(/^FAIL {2}account: /);
    expect(await run('logout')).toEqual({ code: 0, stdout: ['You were not signed in.'], stderr: [] });
  });

  it('lets the user at the terminal choose the environment', async () => {
    const { run, keys } = await machine();
    const asked: string[] = [];
    const answers = ['3', 'x', ' 2 '];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return answers.shift() ?? '';
    };
    expect((await run('login', keys, ask)).stdout).toEqual([
      'Keys of the environment variables are used; no login is needed.',
      'Environments of this account:',
      '  1. demo-1a2b3c4d5e (demo), ap-shanghai',
      '  2. staging-9f8e7d6c5b (staging), ap-guangzhou',
      'Environment: staging-9f8e7d6c5b (staging)',
    ]);
    expect(asked).toEqual(Array.from({ length: 3 }, () => 'Which one? Number, or Enter for demo-1a2b3c4d5e: '));
    // The environment in use is now the default.
    expect((await run('login', keys, ask)).stdout.at(-1)).toBe('Environment: staging-9f8e7d6c5b (staging)');
  });

  it('lists the environments without a terminal, and accepts a choice by --env', async () => {
    const { run } = await machine();
    const { code, stdout, stderr } = await run('login');
    expect([code, stderr]).toEqual([1, ['Choose one: toolmark-cloudbase login --env ID']]);
    expect(stdout.slice(-2)).toEqual([
      '  1. demo-1a2b3c4d5e (demo), ap-shanghai',
      '  2. staging-9f8e7d6c5b (staging), ap-guangzhou',
    ]);
    expect((await run('login --env staging-9f8e7d6c5b --lang zh')).stdout).toEqual([
      '已登录；可用 logout 退出。',
      '当前环境：staging-9f8e7d6c5b (staging)',
    ]);
    expect(await run('login --env other-1')).toMatchObject({
      code: 1,
      stderr: ['This account has no environment other-1. It has: demo-1a2b3c4d5e, staging-9f8e7d6c5b.'],
    });
  });

  it('chooses the only environment, and fails if there is none', async () => {
    const one = await machine({ environments: [{ envId: 'only-1', alias: '' }] });
    expect((await one.run('login', one.keys)).stdout.at(-1)).toBe('Environment: only-1');
    const none = await machine({ environments: [], hasSamples: false });
    expect(await none.run('login', none.keys)).toMatchObject({
      code: 1,
      stderr: [expect.stringMatching(/^This account has no environment yet\./)],
    });
  });

  it('is declined by the user', async () => {
    const { run } = await machine({ login: 'deny' });
    expect(await run('login')).toMatchObject({ code: 1, stderr: ['The login was declined.'] });
  });

  it('needs none with keys of the environment variables, which are not written to disk', async () => {
    const { run, home, keys } = await machine();
    expect((await run('login --env demo-1a2b3c4d5e', keys)).code).toBe(0);
    await expect(stat(join(home, '.toolmark', 'cloudbase', 'login.json'))).rejects.toThrow('ENOENT');
    expect((await run('doctor', keys)).stdout[0]).toBe('ok    credentials: keys of the environment variables');
    expect((await run('logout', keys)).stderr).toEqual([expect.stringMatching(/ are still in use\.$/)]);
  });

  it.each(['login', 'logout'])('%s is not for the emulator', async (name) => {
    const { run } = await machine();
    expect(await run(`${name} --emulator`)).toEqual({
      code: 2,
      stdout: [],
      stderr: ['The emulator needs no login; leave out --emulator.'],
    });
  });

  it('parses its options like the server', async () => {
    const { run } = await machine();
    expect(await run('login --lang fr')).toEqual({
      code: 2,
      stdout: [],
      stderr: ["--lang knows en and zh, not 'fr'."],
    });
    expect((await run('login --help')).stdout[0]).toMatch(/^toolmark-cloudbase: an MCP server/);
  });
});

describe('doctor', () => {
  it('stops at the first failure that other checks depend on', async () => {
    const { run, keys } = await machine();
    expect(await run('doctor')).toEqual({
      code: 1,
      stdout: [expect.stringMatching(/^FAIL {2}credentials: You are not signed in\./)],
      stderr: [],
    });
    const refused = await run('doctor', { ...keys, TENCENTCLOUD_SECRETKEY: 'not-a-real-key' });
    expect(refused.stdout.map((line) => line.split(':', 1)[0])).toEqual(['ok    credentials', 'FAIL  account']);
    expect(JSON.stringify(refused)).not.toContain('not-a-real-key');
    expect((await run('doctor', keys)).stdout.at(-1)).toMatch(/^FAIL {2}environment: No environment is chosen\./);
  });

  it('reports missing parts of an environment', async () => {
    const { run, keys, emulator } = await machine();
    emulator.refuse('tcb DescribeStaticStore', notFound('No hosting.'));
    const { code, stdout } = await run('doctor --env staging-9f8e7d6c5b', keys);
    expect([code, stdout.find((line) => line.startsWith('none'))]).toEqual([
      0,
      expect.stringMatching(/^none {2}hosting: /),
    ]);
  });

  it('checks the emulator, too', async () => {
    const { run } = await machine();
    const { code, stdout } = await run('doctor --emulator --lang zh', { TENCENTCLOUD_SESSIONTOKEN: 'of-tencent' });
    expect(code).toBe(0);
    expect(stdout.slice(2, 4)).toEqual([
      'ok    当前环境: demo-1a2b3c4d5e (demo), ap-shanghai, NORMAL',
      'ok    数据库: 2 个集合',
    ]);
  });
});

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseRung } from './choose-rung.ts';
import { openDeny } from './deny.ts';
import type { Cell, OpenCell } from './sandbox.ts';

const run = promisify(execFile);
/** A socket lies below a directory that the sandbox shows read-only, where a connection would pass. */
const folder = mkdtempSync(join(tmpdir(), 'toolmark-sandbox-'));
let overlay: OpenCell;
let listener: Server;
let web: Server;
const reached: string[] = [];

beforeAll(async () => {
  const { rung, open, missing } = await chooseRung('overlay');
  if (rung !== 'overlay' || open === undefined) throw new Error(`No sandbox here: ${JSON.stringify(missing)}`);
  overlay = open;
  const greet = (socket: Socket): void => {
    reached.push('reached');
    socket.end('hello');
  };
  listener = createServer(greet);
  web = createServer(greet);
  await new Promise<void>((resolve) => listener.listen(join(folder, 'host.sock'), resolve));
  writeFileSync(join(folder, 'kept.txt'), 'kept\n');
});

afterAll(() => {
  listener.close();
  web.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a shell command in a cell and returns what it printed. */
async function shell(cell: Cell): Promise<string> {
  const { command, args = [], cwd } = cell.target;
  try {
    const { stdout, stderr } = await run(command, args, {
      cwd,
      env: { ...process.env, ...cell.target.env },
      timeout: 20_000,
    });
    return `${stdout}${stderr}`;
  } finally {
    await cell.close();
  }
}

const words = (script: string) =>
  ({ kind: 'command', command: 'sh', args: ['-c', `${script}; true`], cwd: folder }) as const;
const inOverlay = async (script: string) => shell(await overlay(words(script)));
const inDeny = (script: string) => shell(openDeny(words(script)));

const connectTo = (path: string) =>
  `node -e "require('net').connect('${path}').on('data',(d)=>console.log('got '+d)).on('error',(e)=>console.log(e.code))"`;

describe('the sandbox with layers', () => {
  it('lets a server write, and leaves the machine as it was', async () => {
    const said = await inOverlay(
      'echo more >> kept.txt; rm -rf /etc/hostname; echo new > new.txt; cat kept.txt new.txt; ls /etc/hostname',
    );
    expect(said).toContain('kept\nmore\nnew\n');
    expect(said).toContain("'/etc/hostname'");
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('kept\n');
    expect([existsSync(join(folder, 'new.txt')), existsSync('/etc/hostname')]).toEqual([false, true]);
  });

  it('gives a server no capabilities, and no way to mount or to make namespaces', async () => {
    const said = await inOverlay(
      'grep CapEff /proc/self/status; mount -o remount,rw,bind / && echo mounted; umount /etc && echo uncovered; unshare --user true && echo nested; echo end',
    );
    expect(said).toMatch(/CapEff:\s+0+\n/);
    expect(said).not.toMatch(/mounted|uncovered|nested/);
    expect(said).toContain('end');
  });

  it('does not let a server write where it has no layer', async () => {
    expect(await inOverlay('echo x > /usr/toolmark-test || echo refused')).toContain('refused');
    expect(existsSync('/usr/toolmark-test')).toBe(false);
  });

  it('keeps the user and group number, so that programs behave as outside', async () => {
    expect(await inOverlay('id -u; id -g')).toContain(`${process.getuid?.()}\n${process.getgid?.()}\n`);
  });

  it('keeps a server from sockets of this machine and their addresses', async () => {
    vi.stubEnv('SSH_AUTH_SOCK', '/tmp/agent');
    const said = await inOverlay(`${connectTo(join(folder, 'host.sock'))}; echo "agent [$SSH_AUTH_SOCK]"`);
    vi.unstubAllEnvs();
    expect(said).toContain('agent []');
    expect(said).not.toContain('got hello');
    expect(reached).toEqual([]);
  });

  it('keeps the mode of a directory that gets a layer', async () => {
    expect((await inOverlay('stat -c %a /tmp /etc')).trim()).toBe('1777\n755');
  });

  it('has an empty network whose names all lead to the capture', async () => {
    expect(
      await inOverlay(
        'node -e "fetch(\'http://example.com/x\').then((r)=>r.text()).then((t)=>console.log(t.slice(0,15)))"',
      ),
    ).toContain('<!doctype html>');
  });

  it('leaves no process and no file behind when the starter is killed', async () => {
    const marker = `toolmark-${process.pid}-${Date.now()}`;
    const cell = await overlay(words(`sleep 300; echo ${marker}`));
    const { command, args = [] } = cell.target;
    const child = execFile(command, args, { cwd: '/', env: { ...process.env, ...cell.target.env } });
    child.on('error', () => {});
    await expect.poll(() => cell.layers().length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(processesWith(marker)).not.toEqual([]);
    child.kill('SIGKILL');
    await expect.poll(() => processesWith(marker), { timeout: 10_000 }).toEqual([]);
    await cell.close();
  });
});

describe('the read-only sandbox', () => {
  it('refuses every write, in temporary directories too', async () => {
    const said = await inDeny(
      'echo x > kept.txt || echo refused; rm kept.txt || echo refused; touch /etc/x || echo refused',
    );
    expect(said.match(/refused/g)).toHaveLength(3);
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('kept\n');
  });

  it('gives a server no capabilities', async () => {
    expect(await inDeny('grep CapEff /proc/self/status; mount -o remount,rw,bind / && echo mounted; echo end')).toMatch(
      /^CapEff:\s+0+\n(?![\s\S]*mounted)[\s\S]*end/,
    );
  });

  it('keeps a server from sockets that a read-only view would reach', async () => {
    expect(await inDeny(connectTo(join(folder, 'host.sock')))).not.toContain('got hello');
    expect(reached).toEqual([]);
  });

  it('does not reach a server on this machine', async () => {
    const port = await new Promise<number>((resolve) => {
      web.listen(0, '127.0.0.1', () => resolve((web.address() as AddressInfo).port)); // A TCP server has an address object.
    });
    const said = await inDeny(
      `node -e "require('net').connect(${port}, '127.0.0.1').on('data',(d)=>console.log('got '+d)).on('error',(e)=>console.log(e.code))"`,
    );
    expect(said).toMatch(/ENETUNREACH|ECONNREFUSED/);
    expect(reached).toEqual([]);
  });
});

/** Processes of this machine with a text on their command line. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ok } from '../../result.ts';
import { createCppProfile } from '../cpp/cpp-profile.ts';
import { MARK, processesMarked } from '../fixtures/processes.ts';
import { createFolder, generousDeadline, unwrap, wantedAt } from '../fixtures/workspaces.ts';
import { pythonProfile } from '../python/python-profile.ts';
import { openLsp } from './lsp-backend.ts';
import type { LspProfile } from './profile.ts';

const SERVERS = [
  {
    name: 'pyright',
    profile: (): LspProfile => pythonProfile,
    files: { 'a.py': 'total = 1\ntotal += 2\n' },
    file: 'a.py',
    other: ['b.py', 'from a import total\nprint(total)\n'],
    broken: 'total: int = "x"\ntotal += 2\n',
  },
  {
    name: 'clangd',
    profile: createCppProfile,
    files: { 'a.h': 'extern int total;\n', 'a.cpp': '#include "a.h"\nint total = 1;\n' },
    file: 'a.cpp',
    other: ['b.cpp', '#include "a.h"\nint twice() { return total * 2; }\n'],
    broken: '#include "a.h"\nint total = nowhere;\n',
  },
] as const;

const open = async (profile: LspProfile, path: string) => {
  const code = unwrap(await openLsp(profile, await wantedAt(path), generousDeadline()));
  // Close after a failure, too.
  onTestFinished(code.close);
  return code;
};

const TOTAL = { name: 'total', kind: undefined };

const TOO_LATE = { ok: false, error: { code: 'TIMEOUT' } };

/** The server is stopped before its first instruction, so it never answers, on any machine. */
const halted = (profile: LspProfile): LspProfile => ({
  ...profile,
  start: async (wanted) => {
    const spec = unwrap(await profile.start(wanted));
    const args = ['-c', 'kill -STOP $$; exec "$0" "$@"', spec.command, ...spec.args];
    return ok({ ...spec, command: 'sh', args });
  },
});

/** A folder whose name is in the environment of every process started for it. */
function createMarkedFolder(files: Readonly<Record<string, string>>) {
  const folder = createFolder(files);
  vi.stubEnv(MARK, folder.path);
  return folder;
}
afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each(SERVERS)('$name', ({ profile, files, file, other, broken }) => {
  it('that dies fails the request with a reason, and the next request starts another', async () => {
    using folder = createMarkedFolder(files);
    const code = await open(profile(), folder.path);
    const first = code.serverPid();
    const asked = code.usages(TOTAL, generousDeadline());
    process.kill(first ?? 0, 'SIGKILL');
    const told = await asked;
    const count = unwrap(await code.usages(TOTAL, generousDeadline())).usages.length;
    const second = code.serverPid();
    await code.close();
    expect(told).toEqual({
      ok: false,
      error: { code: 'ANALYSIS_FAILED', message: expect.stringMatching(/ ended by SIGKILL.*Ask again/s) },
    });
    expect([count, second === first]).toEqual([2, false]);
    expect(processesMarked(folder.path)).toEqual([]);
  });

  it('that hangs is abandoned at the deadline, and closing ends it with its child processes', async () => {
    using folder = createMarkedFolder(files);
    const code = await open(profile(), folder.path);
    const pid = code.serverPid() ?? 0;
    expect(processesMarked(folder.path)).toContain(pid);
    process.kill(pid, 'SIGSTOP');
    expect(await code.usages(TOTAL, AbortSignal.timeout(300))).toMatchObject(TOO_LATE);
    await code.close();
    expect(processesMarked(folder.path)).toEqual([]);
    expect(await code.usages(TOTAL, generousDeadline())).toMatchObject({ ok: false, error: { code: 'NO_WORKSPACE' } });
  });

  it('that is closed during a request fails it with that reason', async () => {
    using folder = createMarkedFolder(files);
    const code = await open(profile(), folder.path);
    const asked = code.diagnostics(undefined, generousDeadline());
    await code.close();
    expect(await asked).toMatchObject({ ok: false, error: { code: 'NO_WORKSPACE' } });
    expect(processesMarked(folder.path)).toEqual([]);
  });

  it('sees a changed file, a new one, and a removed one', async () => {
    using folder = createMarkedFolder(files);
    const code = await open(profile(), folder.path);
    const ask = async () => [
      unwrap(await code.diagnostics(undefined, generousDeadline())).length,
      unwrap(await code.usages(TOTAL, generousDeadline())).usages.length,
      code.projects[0]?.documentsCount,
    ];
    const [name, text] = other;
    const count = Object.keys(files).length;
    const before = await ask();
    writeFileSync(join(folder.path, name), text);
    const withOther = await ask();
    rmSync(join(folder.path, name));
    writeFileSync(join(folder.path, file), broken);
    const after = await ask();
    await code.close();
    expect([before, withOther, after]).toEqual([
      [0, 2, count],
      [0, name === 'b.py' ? 4 : 3, count + 1],
      [1, 2, count],
    ]);
  });

  it('that does not answer its initialization is abandoned without leaving a process', async () => {
    using folder = createMarkedFolder(files);
    const wanted = await wantedAt(folder.path);
    expect(await openLsp(halted(profile()), wanted, AbortSignal.timeout(50))).toMatchObject(TOO_LATE);
    expect(processesMarked(folder.path)).toEqual([]);
  });

  it('that is abandoned while it reads leaves no process', async () => {
    using folder = createMarkedFolder(files);
    const wanted = await wantedAt(folder.path);
    const leaving = new AbortController();
    const { prepare, ...rest } = profile();
    const left: LspProfile = {
      ...rest,
      prepare: (session, deadline) => {
        leaving.abort();
        return prepare(session, deadline);
      },
    };
    expect(await openLsp(left, wanted, leaving.signal)).toMatchObject(TOO_LATE);
    expect(processesMarked(folder.path)).toEqual([]);
  });
});

it('rechecks a file if only one of its headers has changed', async () => {
  using folder = createFolder(SERVERS[1].files);
  const code = await open(createCppProfile(), folder.path);
  const before = unwrap(await code.diagnostics(undefined, generousDeadline()));
  writeFileSync(join(folder.path, 'a.h'), 'extern long total;\n');
  const after = unwrap(await code.diagnostics(undefined, generousDeadline()));
  await code.close();
  expect([before.length, after.map(({ message }) => message.split('\n')[0])]).toEqual([
    0,
    ["Redefinition of 'total' with a different type: 'int' vs 'long'"],
  ]);
});

it("removes clangd's temporary files, and writes nothing into the workspace", async () => {
  using folder = createFolder(SERVERS[1].files);
  using temporary = createFolder({});
  vi.stubEnv('TMPDIR', temporary.path);
  const code = await open(createCppProfile(), folder.path);
  const during = readdirSync(temporary.path).length;
  await code.close();
  // The compile commands, and clangd's own index.
  expect([during, readdirSync(temporary.path)]).toEqual([2, []]);
  expect(readdirSync(folder.path)).toEqual(['a.cpp', 'a.h']);
});

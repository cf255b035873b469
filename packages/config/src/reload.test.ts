import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '@toolmark/annotations';
import type { GatewayLog } from '@toolmark/base';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GatewayConfig } from './config.ts';
import { type ParsedConfig, parseConfig } from './parse.ts';
import { type WatchedConfig, watchConfig } from './reload.ts';

let folder: string;
let file: string;
let watcher: WatchedConfig | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-reload-'));
  file = join(folder, 'toolmark.json');
  writeFileSync(file, '0');
});
afterEach(() => {
  watcher?.close();
  rmSync(folder, { recursive: true });
});

function parsed(json: object): ParsedConfig {
  const config = parseConfig({ mcpServers: {}, ...json }, { folder, env: {} });
  if (!config.ok) throw new Error('a test config that is none');
  return config.value;
}

async function setUp(next: Result<ParsedConfig, string>, isLevelFixed = false, started: object = {}) {
  const lines: string[] = [];
  const line = (_fields: object, message: string) => void lines.push(message);
  const setLevel = vi.fn<GatewayLog['setLevel']>();
  const apply = vi.fn<(config: GatewayConfig) => void>();
  const log: GatewayLog = { debug: line, info: line, warn: line, error: line, setLevel };
  const onVerdict = vi.fn<(problem: string | undefined) => void>();
  const read = vi.fn(() => Promise.resolve(next));
  watcher = await watchConfig({ file, started: parsed(started).config, read, apply, onVerdict, log, isLevelFixed });
  writeFileSync(file, '1');
  await vi.waitFor(() => expect(lines).not.toEqual([]), 10_000);
  return { lines, apply, setLevel, onVerdict };
}

describe('a config that changes while the gateway runs', () => {
  it('is applied as a whole', async () => {
    const next = parsed({ mcpServers: { a: { command: 'x' } }, log: { level: 'debug' } });
    const { apply, lines, setLevel } = await setUp(ok(next));
    await vi.waitFor(() => expect(lines).toEqual(['the changed config was applied']));
    expect(apply.mock.calls).toEqual([[next.config]]);
    expect(setLevel).toHaveBeenCalledWith('debug');
  });

  it('is rejected with a reason if it is unusable', async () => {
    const { apply, lines, onVerdict } = await setUp(err('mcpServers.a: needs a command or a url'));
    expect(onVerdict.mock.calls).toEqual([['mcpServers.a: needs a command or a url']]);
    expect(lines).toEqual([
      'the changed config cannot be used, the gateway keeps the previous one: mcpServers.a: needs a command or a url',
    ]);
    expect(apply).not.toHaveBeenCalled();
  });

  it('reports settings that need a restart, and warns of unknown keys', async () => {
    const { lines } = await setUp(ok(parsed({ listen: { port: 1 }, limits: { depth: 9 }, odd: 1 })));
    await vi.waitFor(() =>
      expect(lines).toEqual([
        'config: odd is unknown',
        'needs a restart to take effect: listen, limits',
        'the changed config was applied',
      ]),
    );
  });

  it('keeps the settings of the start, and rejects a config that does not fit them', async () => {
    const one = { a: { command: 'x' } };
    const { apply, lines } = await setUp(ok(parsed({ mcpServers: one, limits: { depth: 9 } })), false, {});
    await vi.waitFor(() => expect(lines).toContain('the changed config was applied'));
    expect(apply.mock.calls[0]?.[0].limits.depth).toBe(200);
  });

  it('rejects a second server in transparent mode', async () => {
    const two = { a: { command: 'x' }, b: { command: 'y' } };
    const started = { mcpServers: { a: { command: 'x' } }, transparent: true };
    const { apply, lines } = await setUp(ok(parsed({ mcpServers: two })), false, started);
    expect(lines.join()).toContain('exactly one enabled server');
    expect(apply).not.toHaveBeenCalled();
  });

  it('is applied at once on request, with its verdict', async () => {
    const reads = [
      ok(parsed({ listen: { port: 1 } })),
      err('mcpServers.a: needs a command or a url'),
      ok(parsed({ mcpServers: { a: { command: 'x' } } })),
    ];
    const log: GatewayLog = { debug() {}, info() {}, warn() {}, error() {}, setLevel() {} };
    const applied: number[] = [];
    watcher = await watchConfig({
      file,
      started: parsed({}).config,
      onVerdict() {},
      log,
      isLevelFixed: true,
      read: () => Promise.resolve(reads.shift() ?? err('once too often')),
      apply: ({ servers }) => void applied.push(servers.length),
    });
    expect(await watcher.check()).toEqual({ problem: undefined, needsRestart: [] });
    writeFileSync(file, '1');
    expect(await watcher.check()).toEqual({ problem: undefined, needsRestart: ['listen'] });
    writeFileSync(file, '2');
    const refused = { problem: 'mcpServers.a: needs a command or a url', needsRestart: [] };
    expect([await watcher.check(), await watcher.check()]).toEqual([refused, refused]);
    writeFileSync(file, '3');
    expect(await watcher.check()).toEqual({ problem: undefined, needsRestart: [] });
    expect(applied).toEqual([0, 1]);
  });

  it('reports that applying failed', async () => {
    const log: GatewayLog = { debug() {}, info() {}, warn() {}, error() {}, setLevel() {} };
    watcher = await watchConfig({
      file,
      started: parsed({}).config,
      onVerdict() {},
      log,
      isLevelFixed: true,
      read: () => Promise.resolve(ok(parsed({}))),
      apply: () => {
        throw new Error('a bug');
      },
    });
    writeFileSync(file, '1');
    expect((await watcher.check()).problem).toBe('it could not be applied; see the log');
  });

  it('does not override the log level of the command line', async () => {
    const { lines, setLevel } = await setUp(ok(parsed({ log: { level: 'debug' } })), true);
    await vi.waitFor(() => expect(lines).toEqual(['the changed config was applied']));
    expect(setLevel).not.toHaveBeenCalled();
  });
});

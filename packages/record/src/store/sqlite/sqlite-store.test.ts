import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenedEngine } from '../contract/open-engine.ts';
import { storeContract } from '../contract/store-contract.ts';
import type { Engine } from '../engine.ts';
import { openSqlite } from './sqlite-engine.ts';

storeContract('SQLite in a file', async (): Promise<OpenedEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'toolmark-store-'));
  const file = join(folder, 'record.db');
  const engines: Engine[] = [];
  const open = async (): Promise<Engine> => {
    const engine = await openSqlite({ file });
    engines.push(engine);
    return engine;
  };
  const remove = async (): Promise<void> => {
    for (const engine of engines) await engine.close();
    await rm(folder, { recursive: true });
  };
  return { engine: await open(), another: open, remove };
});

storeContract('SQLite in memory', async (): Promise<OpenedEngine> => {
  const engine = await openSqlite({ file: ':memory:' });
  return { engine, another: undefined, remove: engine.close };
});

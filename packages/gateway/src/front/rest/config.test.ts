import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import {
  apiErrorSchema,
  configChangeAnswerSchema,
  configFileViewSchema,
  MASK,
  serverSchema,
} from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { useSetUpGateway } from './fixtures/set-up-gateway.ts';

const current = useSetUpGateway();

async function start() {
  const gateway = current();
  await gateway.ask(serverSchema, 'POST', '/servers', { name: 'a', entry: { ...gateway.entry, disabled: true } });
  const view = async () => (await gateway.ask(configFileViewSchema, 'GET', '/config')).value;
  return { ...gateway, view };
}

describe('the config over the API', () => {
  it('is shown without its secrets', async () => {
    const { view, dataDir } = await start();
    const { text, file, masked, problem, is_writable } = await view();
    expect([file, masked, problem, is_writable]).toEqual([join(dataDir, 'toolmark.json'), 1, null, true]);
    expect(text).toContain(`"KEY": "${MASK}"`);
    expect(text).not.toContain('hunter2');
  });

  it('is validated, saved and applied before the answer', async () => {
    const { ask, view, onDisk } = await start();
    const { text, hash } = await view();
    const changed = text
      .replace('"a":', '// one\n    "a":')
      .replace('"record"', '"pageSize": 5,\n  "lock": "x",\n  "record"');
    const checked = await ask(configChangeAnswerSchema, 'PUT', '/config', { text: changed, hash, dry_run: true });
    expect(checked).toEqual({ status: 200, value: { hash, warnings: [], needs_restart: ['lock'] } });
    expect(onDisk()).not.toContain('// one');
    const saved = await ask(configChangeAnswerSchema, 'PUT', '/config', { text: changed, hash });
    expect(saved.value).toEqual({ hash: (await view()).hash, warnings: [], needs_restart: ['lock'] });
    expect(onDisk()).toBe(changed.replace(MASK, 'hunter2'));
    const late = await ask(apiErrorSchema, 'PUT', '/config', { text, hash });
    expect([late.status, late.value.error.code]).toEqual([409, 'conflict']);
  });

  it('is rejected with every problem and its position', async () => {
    const { ask, view, onDisk } = await start();
    const before = onDisk();
    const { text, hash } = await view();
    const wrong = text.replace('{', '{\n  "pageSize": -1,\n  "listen": {"port": "x"},');
    const refused = await ask(apiErrorSchema, 'PUT', '/config', { text: wrong, hash });
    expect(refused.status).toBe(400);
    expect(refused.value.error.problems).toEqual([
      { path: 'listen.port', message: expect.stringContaining('(line 3, column 22)') },
      { path: 'pageSize', message: expect.stringContaining('(line 2, column 15)') },
    ]);
    expect(onDisk()).toBe(before);
  });

  it('reports that it cannot be written', async () => {
    const { ask, view, dataDir } = await start();
    const { text, hash } = await view();
    chmodSync(join(dataDir, 'toolmark.json'), 0o400);
    expect((await view()).is_writable).toBe(false);
    const refused = await ask(apiErrorSchema, 'PUT', '/config', { text: `${text}// x\n`, hash });
    chmodSync(join(dataDir, 'toolmark.json'), 0o600);
    expect([refused.status, refused.value.error.message]).toEqual([503, expect.stringContaining('is read-only')]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../gateway/fixtures/gateway.ts';
import { connectTo, eras } from './fixtures/clients.ts';
import { createFolder, ledger, untilOffered, viewOf } from './fixtures/record.ts';

const PASSWORD = 'correct-horse-battery-staple-77';
const BEARER = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.s5d8fG7hJ2kL9mN4pQ6rT1vW3xY0zA8bC';
const KEY = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

const secrets = { password: PASSWORD, headers: { Authorization: `Bearer ${BEARER}` }, note: `use ${KEY} for the push` };

/** Every file under a folder that contains one of these, in any encoding. */
function filesWith(folder: string, needles: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    return needles.filter((needle) => bytes.includes(needle)).map((needle) => `${join(parentPath, name)}: ${needle}`);
  });
}

describe.each(eras)('secrets in a call by a client that is %s', (era) => {
  it('reach the server and the client, but not the record', async () => {
    const dataDir = createFolder();
    const gateway = await startGateway({ dataDir, servers: { ledger: ledger() } });
    await untilOffered(gateway);
    const view = viewOf(gateway);
    const client = await connectTo(gateway, era);
    const said = await client.call('repeat', { n: 1, marker: 'look-for-me', ...secrets });
    // A text-only result is checked, too.
    expect(JSON.parse(said)).toMatchObject(secrets);
    // Errors are stored in a separate field, and this one quotes its arguments.
    const leaky = ` The password: ${PASSWORD}, sent as Authorization: Bearer ${BEARER}, with ${KEY}`;
    expect(await client.call('stumble', { n: 2, api_key: KEY, said: leaky })).toContain(PASSWORD);
    await expect(client.call('refuse', { n: 3, said: leaky })).rejects.toThrow(PASSWORD);

    const [refused, failed, whole] = (await view.calls()).tool_calls;
    expect([refused?.error?.message, failed?.error?.message]).toEqual([
      expect.stringContaining('Number 3 is refused.'),
      expect.stringContaining('Could not find number 2.'),
    ]);
    const detail = await view.call(whole?.id ?? '');
    expect(detail.arguments?.redactions).toBe(3);
    expect(detail.result?.redactions).toBe(3);
    const shown = JSON.stringify([await view.exportedDetails(), detail]);
    expect(shown).not.toMatch(new RegExp([PASSWORD, BEARER, KEY].join('|')));
    expect((await view.calls(`?q=${PASSWORD}`)).total).toBe(0);
    expect((await view.calls('?q=marker')).total).toBe(1);

    const needles = [PASSWORD, BEARER, KEY, ...BEARER.split('.').slice(1)];
    const record = join(dataDir, 'record');
    // The search works: non-secret values are found, in the journal or in the database.
    expect(filesWith(record, ['look-for-me'])).not.toEqual([]);
    expect(filesWith(dataDir, needles)).toEqual([]);
    await gateway.stop();
    expect(filesWith(record, ['look-for-me'])).not.toEqual([]);
    expect(filesWith(dataDir, needles)).toEqual([]);
  });

  it('are not replaced in a replay', async () => {
    const gateway = await startGateway({ servers: { ledger: ledger() } });
    await untilOffered(gateway);
    const client = await connectTo(gateway, era);
    await client.call('repeat', { n: 1, ...secrets });
    const [call] = (await viewOf(gateway).calls()).tool_calls;
    const answer = await gateway.api(`/api/v1/tool-calls/${call?.id}/replay`, { method: 'POST' });
    expect(answer).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('redacted') } } });
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect } from '../gateway/fixtures/clients.ts';
import { NOBODY, startPolicyGateway } from '../policy/fixtures/api.ts';
import { viewOf } from '../record/fixtures/record.ts';
import { root, runCli } from '../support/run-cli.ts';

const FOLDER = join(root, 'servers', 'nextcloud');
const servers = {
  nextcloud: { command: process.execPath, args: [join(FOLDER, 'bin', 'toolmark-nextcloud.js'), '--demo'] },
};

/** The policy recommended in the README, read from it. */
function readmePolicy(): object {
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const [, json = ''] = /## Behind Toolmark\n.*?```json\n(.*?)```/s.exec(readme) ?? [];
  return (JSON.parse(json) as { readonly policy: object }).policy;
}

describe('the Nextcloud server', () => {
  it('matches its table, and has no findings', async () => {
    const config = join(FOLDER, 'toolmark.audit.json');
    const { code, stdout } = await runCli(['audit', '--config', config, '--format', 'json']);
    const { reports } = JSON.parse(stdout) as { reports: readonly object[] };
    expect({ code, reports }).toMatchObject({
      code: 0,
      reports: [{ passed: true, coverage: { tools: 101, complete: 101, declared: 404 } }],
    });
  });

  it.each(['auto', 'legacy'] as const)(
    'lists calendars and deletes none without approval, as its README says (%s)',
    async (mode) => {
      const { gateway } = await startPolicyGateway(servers, { ...NOBODY, ...readmePolicy() });
      const client = await connect(gateway, mode);
      const call = (tool: string, given = {}) => client.callTool({ name: `nextcloud__${tool}`, arguments: given });
      const manage = (given: object) => call('nc_calendar_manage_calendar', given);

      const names = async () =>
        ((await call('nc_calendar_list_calendars')).structuredContent as { calendars: object[] }).calendars;
      const before = await names();
      expect(await manage({ action: 'list' })).not.toHaveProperty('isError', true);
      expect(await manage({ action: 'delete', calendar_name: 'personal' })).toMatchObject({ isError: true });
      expect(await call('nc_calendar_bulk_operations', { operation: 'delete' })).toMatchObject({ isError: true });
      expect(await names()).toEqual(before);

      const calls = await viewOf(gateway).allCalls();
      expect(calls.map(({ tool, decision }) => [tool, decision?.kind]).toReversed()).toEqual([
        ['nc_calendar_list_calendars', 'allow'],
        ['nc_calendar_manage_calendar', 'allow'],
        ['nc_calendar_manage_calendar', 'ask'],
        ['nc_calendar_bulk_operations', 'ask'],
        ['nc_calendar_list_calendars', 'allow'],
      ]);
    },
  );
});

// toolmark-cloudbase with an emulator in another process, over plain HTTP.
import { endpointsAt } from '../../servers/cloudbase/src/emulator/create-emulator.ts';
import { runCloudBase } from '../../servers/cloudbase/src/run.ts';

await runCloudBase(process.argv.slice(2), { endpoints: endpointsAt(process.env['EMULATOR_URL'] ?? '') });

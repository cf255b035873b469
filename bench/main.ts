// `npm run bench [-- NAME… [OPTION…]]`: measures durations, each with a baseline from the same run.
import { annotationsBench } from './annotations.ts';
import { auditBench } from './audit.ts';
import { cloudbaseBench } from './cloudbase/main.ts';
import { debugBench } from './debug/main.ts';
import { gatewayBench } from './gateway/main.ts';
import { nextcloudBench } from './nextcloud/main.ts';
import { policyBench } from './policy/main.ts';
import { searchBench } from './search/main.ts';
import { storeBench } from './store/main.ts';
import { webBench } from './web/main.ts';

const benches: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = {
  annotations: annotationsBench,
  audit: auditBench,
  cloudbase: cloudbaseBench,
  debug: debugBench,
  gateway: gatewayBench,
  nextcloud: nextcloudBench,
  policy: policyBench,
  search: searchBench,
  store: storeBench,
  web: webBench,
};
/** Without a name all benchmarks run, the long ones in their short form. */
const shortForm: Readonly<Record<string, readonly string[]>> = {
  cloudbase: ['--quick'],
  debug: ['--quick'],
  gateway: ['--quick'],
  nextcloud: ['--quick'],
  policy: ['--quick'],
  search: ['--quick'],
  store: ['--quick'],
  web: ['--quick'],
};

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => !(word in benches));
const names = firstOption === -1 ? given : given.slice(0, firstOption);
const options = given.slice(names.length);
if (names.length === 0 && options.length > 0) {
  console.error(`Which benchmark? There are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  await bench(names.length > 0 ? options : (shortForm[name] ?? []));
}

import { runNextcloud } from './run.ts';

await runNextcloud(process.argv.slice(2));

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startGateway } from '../../packages/gateway/src/app/main.ts';
import type { RunningRecorder } from '../../packages/gateway/src/calls/record/create-recorder.ts';
import { createNoRecorder } from '../../packages/gateway/src/calls/record/no-recorder.ts';
import { startRecorder } from '../../packages/gateway/src/calls/record/start-recorder.ts';
import { type Alternation, alternate } from './alternation.ts';

/**
 * A gateway whose recording is switched by commands on stdin: `on` and `off` between calls; `alternate` to alternate
 * during calls, until `stop`. It answers each with `did`, the command, and the totals.
 */
function switched(recorder: RunningRecorder): RunningRecorder {
  const off = createNoRecorder(Date.now);
  let isOn = true;
  let alternation: Alternation | undefined;
  const set = (next: boolean): void => {
    isOn = next;
  };
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const word = text.trim();
    const counted = alternation?.stop() ?? null;
    alternation = word === 'alternate' ? alternate(set) : undefined;
    if (alternation === undefined) set(word === 'on');
    process.stdout.write(`did ${word} ${JSON.stringify(counted)}\n`);
  });
  return {
    ...recorder,
    begin: (call) => (isOn ? recorder.begin(call) : off.begin(call)),
    // A call is recorded completely or not at all: one whose start was recorded also gets its end.
    end: (call, reply, given) => {
      alternation?.count();
      return (call.record === undefined ? off : recorder).end(call, reply, given);
    },
  };
}

const { values } = parseArgs({ options: { config: { type: 'string' }, data: { type: 'string' } } });
const { config = '', data = '' } = values;
const started = await startGateway(
  {
    configFile: config,
    dataDir: data,
    env: process.env,
    self: { command: process.execPath, args: [fileURLToPath(import.meta.url)] },
    version: '0.0.0',
    log: { format: 'json', color: false, destination: process.stderr },
    logLevel: 'error',
    port: 0,
    auth: false,
  },
  (options) => switched(startRecorder(options)),
);
if (!started.ok) throw new Error(started.error);
const gateway = started.value;
process.once('SIGTERM', () => {
  void gateway.close().then(() => process.exit(0));
});
console.log(`toolmark ready ${gateway.url}`);

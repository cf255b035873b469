import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startGateway } from '../../packages/gateway/src/app/main.ts';
import type { RunningRecorder } from '../../packages/gateway/src/calls/record/create-recorder.ts';
import { createNoRecorder } from '../../packages/gateway/src/calls/record/no-recorder.ts';
import { startRecorder } from '../../packages/gateway/src/calls/record/start-recorder.ts';
import { type Alternation, alternate } from './alternation.ts';

/**
 * A gateway whose recording is switched by a word on stdin: `on` and `off` while no call is under way; `alternate` to switch to and
 * fro while there are many, until `stop`. Each is answered with `did`, the word, and what was counted meanwhile.
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
    // A call is recorded from its beginning to its end, or not at all. Those that began have their session.
    end: (call) => {
      alternation?.count();
      return call.session === undefined ? off.end(call) : recorder.end(call);
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

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from '../gateway/deadline.ts';
import { printed, start } from '../gateway/processes.ts';
import { runningWhenPrinted } from '../gateway/targets/start-http.ts';
import type { Running, Setup } from '../gateway/targets/target.ts';
import { home, writeConfig } from '../gateway/targets/toolmark.ts';
import type { Shares } from './alternation.ts';

const program = fileURLToPath(new URL('switched-gateway.ts', import.meta.url));

/** As `npm start` runs it. */
const NODE_OPTIONS = [
  '--conditions=@toolmark/source',
  '--disable-warning=ExperimentalWarning',
  '--no-allocation-site-pretenuring',
];

const SWITCH_DEADLINE_MS = 5_000;

/** Two processes of one program differ by more than recording costs, so both sides of a comparison are one process. */
export interface SwitchedGateway extends Running {
  /** Whether calls are recorded from now on. */
  record(isOn: boolean): Promise<void>;
  /** Switches to and fro while something is under way, and says how it went. */
  alternateDuring(work: () => Promise<unknown>): Promise<Shares>;
}

export async function startSwitched(setup: Setup): Promise<SwitchedGateway> {
  const config = await writeConfig(setup);
  const args = [...NODE_OPTIONS, program, '--config', config, '--data', join(setup.folder, 'data')];
  const started = start(process.execPath, args, home(setup));
  const running = await runningWhenPrinted(started, /toolmark ready (http:\/\/\S+)/, (address) => `${address}/mcp`);
  const say = (word: string): Promise<string> => {
    const answer = printed(started, new RegExp(`did ${word} (.*)\\n`));
    started.stdin.write(`${word}\n`);
    return within(SWITCH_DEADLINE_MS, `switching to '${word}'`, answer);
  };
  return {
    ...running,
    record: async (isOn) => {
      await say(isOn ? 'on' : 'off');
    },
    alternateDuring: async (work) => {
      await say('alternate');
      await work();
      // Written by `switched-gateway.ts`, from a value of this type.
      return JSON.parse(await say('stop')) as Shares;
    },
  };
}

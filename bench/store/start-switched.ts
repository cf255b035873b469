import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { within } from '../gateway/deadline.ts';
import { printed, start } from '../gateway/processes.ts';
import { runningWhenPrinted } from '../gateway/targets/start-http.ts';
import type { Running, Setup } from '../gateway/targets/target.ts';
import { home, writeConfig } from '../gateway/targets/toolmark.ts';
import type { TotalsByRole } from './alternation.ts';

const program = fileURLToPath(new URL('switched-gateway.ts', import.meta.url));

/** The options of `npm start`. */
const NODE_OPTIONS = [
  '--conditions=@toolmark/source',
  '--disable-warning=ExperimentalWarning',
  '--no-allocation-site-pretenuring',
];

const SWITCH_DEADLINE_MS = 5_000;

/** Two processes of the same program differ by more than the cost of recording, so both roles run in one process. */
export interface SwitchedGateway extends Running {
  /** Switches recording on or off. */
  record(isOn: boolean): Promise<void>;
  /** Alternates recording while the work runs, and returns the totals. */
  alternateDuring(work: () => Promise<unknown>): Promise<TotalsByRole>;
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
      // `switched-gateway.ts` writes a value of this type.
      return JSON.parse(await say('stop')) as TotalsByRole;
    },
  };
}

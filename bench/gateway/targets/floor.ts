import { fileURLToPath } from 'node:url';
import { start } from '../processes.ts';
import { runningWhenPrinted } from './start-http.ts';
import type { Target } from './target.ts';

const relay = fileURLToPath(new URL('floor-relay.mjs', import.meta.url));

/** The baseline: a relay that only forwards. */
export const floor: Target = {
  name: 'floor',
  role: 'floor',
  speaks: 'http',
  eras: ['legacy', 'modern'],
  upstreams: ['stdio', 'http'],
  aggregates: false,
  toolName: (_server, tool) => tool,
  start: ({ upstreams: [upstream] }) => {
    if (upstream === undefined) throw new Error('the floor needs an upstream');
    const args = upstream.kind === 'http' ? ['--url', upstream.url] : ['--', upstream.command, ...upstream.args];
    return runningWhenPrinted(start(process.execPath, [relay, ...args]), /ready (\S+)/, (address) => address);
  },
};

import { err, ok, toMessage } from '@toolmark/annotations';
import type { Approval, Demo, DemoStep } from '@toolmark/api-contract';
import { pause } from '@toolmark/base';
import type { DemoRunner } from '../../front/rest/demo-runner.ts';
import type { Engine } from '../engine.ts';
import { type DemoServer, type FindServerDeps, findDemoServer } from './find-server.ts';
import { type CallEnd, makeCall } from './make-call.ts';
import { connectClient, type McpClient } from './mcp-client.ts';
import { NOTHING_SEEN, type Seen, STORY, type StoryStep } from './story.ts';

export interface DemoDeps extends Pick<FindServerDeps, 'config' | 'configFile' | 'editor' | 'clock'> {
  /** The address of the gateway, and a token for it. */
  readonly url: string;
  readonly token: string | undefined;
  readonly engine: Pick<Engine, 'upstreams' | 'catalog' | 'enforcement' | 'core'>;
  readonly version: string;
  /** The pauses before each step and before its call, in milliseconds. */
  readonly pauses?: { readonly watched: number; readonly fast: number };
}

/** The surroundings of a step. */
interface Scene {
  readonly server: DemoServer;
  readonly open: McpClient;
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

/** With a dozen steps, these add up to half a minute. */
const PAUSES = { watched: 1_200, fast: 50 };

/**
 * Shows what the gateway does with the calls of an agent: a real MCP client connects to its endpoint and calls tools of the demo server.
 *
 * @example
 * const demo = createDemo({ url: 'http://127.0.0.1:7420', token, engine, … });
 * demo.start();
 * demo.view().steps.at(-2)?.state // 'asking', until a person says yes or no
 */
export function createDemo(deps: DemoDeps): DemoRunner {
  const { url, token, engine, version, clock, pauses = PAUSES } = deps;
  const { upstreams, catalog, enforcement, core } = engine;
  let demo: Demo = { ...UNSTARTED, steps: STORY.map(toStep) };
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  let current = -1;
  let isClosed = false;
  const moment = (): string => new Date(clock.now()).toISOString();
  const change = (index: number, more: Partial<DemoStep>): void => {
    demo = { ...demo, steps: demo.steps.map((step, at) => (at === index ? { ...step, ...more } : step)) };
  };
  const onAsking = (approval: Approval): void =>
    change(current, {
      state: 'asking',
      approval_id: approval.id,
      // When recording is off, there is no call to link to.
      call_id: approval.session_id === null ? null : approval.call_id,
      outcome: `Waits for a person until ${approval.expires_at}.`,
    });

  const playStep = async (step: StoryStep, seen: Seen, { server, open, pauseMs, signal }: Scene): Promise<Seen> => {
    const args = step.arguments(seen);
    const exposed = server.tools.get(step.tool)?.exposed;
    if (args === undefined || exposed === undefined) {
      change(current, { state: 'skipped', outcome: 'Skipped: the note that it is about does not exist.' });
      return seen;
    }
    change(current, { state: 'running' });
    // Gives people the time to read the step.
    if (!(await pause(pauseMs, signal, clock))) return seen;
    const call = { server: server.name, tool: step.tool, exposed, arguments: args };
    const waitMs = (): number => deps.config().policy.ask.waitMs;
    const { approvals } = enforcement;
    const end = await makeCall(call, { client: open, approvals, waitMs, clock, signal, onAsking });
    const known = end.state === 'ok' ? (step.learn?.(end.content, seen) ?? seen) : seen;
    change(current, { state: end.state, outcome: outcomeOf(step, end, known) });
    return known;
  };

  const playStory = async (pauseMs: number, signal: AbortSignal): Promise<string | undefined> => {
    const found = await findDemoServer({ ...deps, servers: upstreams.all, catalog, signal });
    if (!found.ok) return found.error;
    const server = found.value;
    const classOf = (tool: string): DemoStep['class'] => server.tools.get(tool)?.resolution.class ?? null;
    demo = { ...demo, server: server.name, steps: demo.steps.map((step) => ({ ...step, class: classOf(step.tool) })) };
    const open = await connectClient({ url: `${url}/mcp`, token, version, signal });
    // Its own calls are those of its protocol session.
    const stopListening = core.onCallEnd(({ record, caller }) => {
      if (caller.session !== open.session || record === undefined) return;
      demo = { ...demo, session_id: record.session };
      change(current, { call_id: record.id });
    });
    try {
      let seen = NOTHING_SEEN;
      for (const [index, step] of STORY.entries()) {
        if (!(await pause(pauseMs, signal, clock))) return undefined;
        current = index;
        seen = await playStep(step, seen, { server, open, pauseMs, signal });
      }
      return undefined;
    } finally {
      stopListening();
      await open.close();
    }
  };

  const run = async (pauseMs: number, signal: AbortSignal): Promise<void> => {
    const problem = await playStory(pauseMs, signal).catch((error: unknown) => `The demo failed: ${toMessage(error)}`);
    const isStopped = signal.aborted;
    const state = isStopped ? 'stopped' : problem === undefined ? 'done' : 'failed';
    demo = {
      ...demo,
      state,
      ended_at: moment(),
      problem: isStopped ? null : (problem ?? null),
      steps: demo.steps.map((step) => (isOver(step) ? step : { ...step, state: 'skipped', outcome: null })),
    };
  };

  const stop = async (): Promise<Demo> => {
    running?.stop.abort(new Error('The demo was stopped.'));
    await running?.ended;
    return demo;
  };

  return {
    view: () => demo,
    start: ({ fast = false } = {}) => {
      if (running !== undefined || isClosed) return err(demo);
      const controller = new AbortController();
      current = -1;
      demo = { ...UNSTARTED, state: 'running', started_at: moment(), steps: STORY.map(toStep) };
      const ended = run(fast ? pauses.fast : pauses.watched, controller.signal).finally(() => {
        running = undefined;
      });
      running = { stop: controller, ended };
      return ok(demo);
    },
    stop,
    close: async () => {
      isClosed = true;
      await stop();
    },
  };
}

/** The state before the first start. */
export const UNSTARTED: Omit<Demo, 'steps'> = {
  state: 'never',
  started_at: null,
  ended_at: null,
  problem: null,
  server: 'demo',
  session_id: null,
};

const toStep = ({ says, tool }: StoryStep): DemoStep => ({
  says,
  tool,
  class: null,
  state: 'to do',
  call_id: null,
  approval_id: null,
  outcome: null,
});

const isOver = ({ state }: DemoStep): boolean => state !== 'to do' && state !== 'running' && state !== 'asking';

function outcomeOf(step: StoryStep, { state, outcome, content }: CallEnd, seen: Seen): string {
  return state === 'ok' && step.tells !== undefined ? step.tells(content, seen) : outcome;
}

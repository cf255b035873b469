import { ok, type Result } from '@toolmark/annotations';
import { type Demo, type DemoStep, demoSchema } from '@toolmark/api-contract';
import type { GatewayClient, Refusal } from '../gateway-client.ts';
import { type Io, sleep } from '../io.ts';

export interface Following {
  readonly gateway: GatewayClient;
  readonly io: Io;
  readonly onChange: (demo: Demo) => void;
  /** Called once when the demo waits for an approval. The signal aborts when it no longer waits. */
  readonly onAsking: (step: DemoStep, over: AbortSignal) => void;
}

const LOOK_MS = 200;

/** Polls a demo until it ends, or until Ctrl-C. */
export async function followDemo({ gateway, io, onChange, onAsking }: Following): Promise<Result<Demo, Refusal>> {
  let asked: { readonly id: string; readonly over: AbortController } | undefined;
  const settle = (): void => {
    asked?.over.abort();
    asked = undefined;
  };
  try {
    for (;;) {
      const answer = await gateway.request('GET', '/demo', demoSchema);
      if (!answer.ok) return answer;
      const demo = answer.value.value;
      const asking = demo.steps.find(({ state }) => state === 'asking');
      if (asking?.approval_id !== asked?.id) settle();
      onChange(demo);
      if (asking?.approval_id != null && asked === undefined) {
        asked = { id: asking.approval_id, over: new AbortController() };
        onAsking(asking, asked.over.signal);
      }
      if (demo.state !== 'running') return ok(demo);
      await sleep(LOOK_MS, io);
    }
  } finally {
    settle();
  }
}

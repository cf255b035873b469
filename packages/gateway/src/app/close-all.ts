import type { GatewayLog } from '@toolmark/base';
import type { SecretStore } from '@toolmark/secrets';
import type { Recorder } from '../calls/record/recorder.ts';
import type { EventHub } from '../front/events/event-hub.ts';
import type { Metrics } from '../front/health/metrics.ts';
import type { HttpServer } from '../front/http-server.ts';
import type { McpFront } from '../front/mcp/front.ts';
import type { Passkeys } from '../front/presence/passkeys.ts';
import type { DemoShow } from '../front/rest/demo-show.ts';
import type { TokenRegistry } from '../front/tokens/registry.ts';
import type { Engine } from './engine.ts';
import { removeRuntimeFile } from './runtime-file.ts';

/** How long answers get to leave once the last call has ended. */
const FLUSH_MS = 10_000;

export interface Closing {
  readonly http: HttpServer;
  readonly demo: DemoShow;
  readonly engine: Engine;
  readonly mcp: McpFront;
  readonly events: EventHub;
  readonly recorder: Recorder;
  readonly metrics: Metrics;
  readonly tokens: TokenRegistry;
  readonly passkeys: Pick<Passkeys, 'close'>;
  readonly secrets: Pick<SecretStore, 'close'>;
  readonly dataDir: string;
  readonly log: GatewayLog;
}

/** In the reverse order of opening, and each step with a deadline of its own. */
export async function closeAll(closing: Closing): Promise<void> {
  const { http, demo, engine, mcp, events, recorder, metrics, tokens, passkeys, secrets, dataDir, log } = closing;
  log.info({}, 'stopping: running calls may end');
  // A client of our own, which leaves by the front door.
  await demo.close();
  http.stopListening();
  await removeRuntimeFile(dataDir, process.pid);
  await engine.drain();
  await mcp.close(FLUSH_MS);
  await engine.close();
  events.close();
  await tokens.close();
  passkeys.close();
  await secrets.close();
  await recorder.close();
  http.cut();
  metrics.close();
  log.info({}, 'stopped');
}

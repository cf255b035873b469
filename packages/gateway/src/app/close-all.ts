import type { GatewayLog } from '@toolmark/base';
import type { SecretStore } from '@toolmark/secrets';
import type { Recorder } from '../calls/record/recorder.ts';
import type { EventHub } from '../front/events/event-hub.ts';
import type { Metrics } from '../front/health/metrics.ts';
import type { HttpServer } from '../front/http-server.ts';
import type { McpFront } from '../front/mcp/front.ts';
import type { SessionFile } from '../front/mcp/legacy/session-file.ts';
import type { Passkeys } from '../front/presence/passkeys.ts';
import type { DemoRunner } from '../front/rest/demo-runner.ts';
import type { TokenRegistry } from '../front/tokens/registry.ts';
import type { Engine } from './engine.ts';
import { removeRuntimeFile } from './runtime-file.ts';

/** The time to send the last answers to slow clients. */
const FLUSH_MS = 10_000;

export interface OpenParts {
  readonly http: HttpServer;
  readonly demo: DemoRunner;
  readonly engine: Engine;
  readonly mcp: McpFront;
  readonly sessionFile: SessionFile | undefined;
  readonly events: EventHub;
  readonly recorder: Recorder;
  readonly metrics: Metrics;
  readonly tokens: TokenRegistry;
  readonly passkeys: Pick<Passkeys, 'close'>;
  readonly secrets: Pick<SecretStore, 'close'>;
  readonly dataDir: string;
  readonly log: GatewayLog;
}

/** Closes the gateway in the reverse order of opening. Each step has its own deadline. */
export async function closeAll(parts: OpenParts): Promise<void> {
  const { http, demo, engine, mcp, sessionFile, events, recorder, metrics, tokens, passkeys, secrets, dataDir, log } =
    parts;
  log.info({}, 'stopping: running calls may end');
  // The demo is an MCP client of this gateway, so it disconnects while the socket still accepts requests.
  await demo.close();
  http.stopListening();
  await removeRuntimeFile(dataDir, process.pid);
  await engine.drain();
  await mcp.close(FLUSH_MS);
  await sessionFile?.close();
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

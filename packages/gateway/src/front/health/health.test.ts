import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiErrorSchema, readinessSchema } from '@toolmark/api-contract';
import { describe, expect, it } from 'vitest';
import { aServer } from '../rest/fixtures/a-gateway.ts';
import { answerHealth, type HealthDeps, serveHealth } from './health.ts';

const deps: HealthDeps = {
  servers: () => [
    aServer('notes'),
    aServer('secret-project', { state: 'failed' }),
    aServer('c', { state: 'connecting' }),
  ],
  isDraining: () => false,
  metrics: {
    render: async () => 'toolmark_sessions 0\n',
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
  },
  prove: (challenge: string) => `proof of ${challenge}`,
};

describe('health', () => {
  it('is ready when it can answer, independent of its servers', () => {
    const answer = answerHealth('/readyz', deps);
    expect(answer?.status).toBe(200);
    expect(readinessSchema.parse(JSON.parse(answer?.body ?? ''))).toEqual({
      status: 'ready',
      servers: { connecting: 1, ready: 1, waiting: 0, failed: 1, disabled: 0, stopped: 0 },
    });
  });

  it('proves the identity of the gateway', () => {
    expect(answerHealth('/healthz', deps)?.body).toBe('{"status":"ok"}');
    expect(answerHealth('/healthz', deps, 'x')?.body).toBe('{"status":"ok","proof":"proof of x"}');
  });

  it('shows no names without authentication', () => {
    expect(answerHealth('/readyz', deps)?.body).not.toContain('secret-project');
  });

  it('is alive but not ready while the gateway stops', () => {
    const draining = { ...deps, isDraining: () => true };
    const answer = answerHealth('/readyz', draining);
    expect([answer?.status, JSON.parse(answer?.body ?? '')]).toMatchObject([503, { status: 'draining' }]);
    expect(answerHealth('/healthz', draining)?.status).toBe(200);
  });

  it.each(['/', '/Healthz', '/healthz/', '/metrics/x', '/api/v1/servers'])('does not answer %s', (path) => {
    expect(answerHealth(path, deps)).toBeUndefined();
  });

  it('is served with its content type, for GET and HEAD only', async () => {
    const server = createServer((request, response) => {
      if (!serveHealth(request, response, request.url ?? '', deps)) response.writeHead(404).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const metrics = await fetch(`${base}/metrics`);
      expect(metrics.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(await metrics.text()).toBe('toolmark_sessions 0\n');
      const head = await fetch(`${base}/healthz`, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      const post = await fetch(`${base}/healthz`, { method: 'POST', body: 'x' });
      expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(apiErrorSchema.parse(await post.json()).error.code).toBe('method_not_allowed');
      expect((await fetch(`${base}/other`)).status).toBe(404);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

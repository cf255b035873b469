import type { McpServer } from '@modelcontextprotocol/server';
import { cutText } from '../engine/cut-text.ts';
import type { Engine } from '../engine/engine.ts';
import type { LogLevel } from '../engine/events.ts';
import { type Announcer, announce } from './announce.ts';
import { createBoundedSender } from './bounded-sender.ts';

/**
 * A tracepoint in a loop sends bursts of thousands of hits, two messages each, which even a fast client reads with a
 * delay.
 */
const MAX_WAITING = 10_000;
const MAX_MESSAGE_LENGTH = 65_536;
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;

/**
 * Sends one client notifications while it is connected: updates of subscribed resources, hits, and log messages from
 * the requested level. Clients of 2026-07-28 subscribe through the transport, and get log messages only during their
 * own calls.
 */
export function announceToConnection(server: McpServer, engine: Engine, era: 'legacy' | 'modern'): () => void {
  const sender = createBoundedSender(MAX_WAITING);
  const tell: Tell = (message, onDropped) => {
    if (server.isConnected()) sender.send(message, onDropped);
  };
  const shared = { resourcesChanged: () => tell(() => server.server.sendResourceListChanged()) };
  const stop = announce(
    engine,
    era === 'modern' ? { ...shared, ...modern(server, tell) } : { ...shared, ...legacy(server, tell) },
  );
  server.server.onclose = stop;
  return stop;
}

type Tell = (message: () => Promise<void>, onDropped?: () => void) => void;

function modern(server: McpServer, tell: Tell): Pick<Announcer, 'resourceUpdated'> {
  return { resourceUpdated: (uri) => tell(() => server.server.sendResourceUpdated({ uri })) };
}

function legacy(server: McpServer, tell: Tell): Omit<Announcer, 'resourcesChanged'> {
  const subscribed = new Set<string>();
  let least = LEVELS.indexOf('info');
  server.server.setRequestHandler('resources/subscribe', ({ params }) => {
    subscribed.add(params.uri);
    return {};
  });
  server.server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    subscribed.delete(params.uri);
    return {};
  });
  server.server.setRequestHandler('logging/setLevel', ({ params }) => {
    least = LEVELS.indexOf(params.level);
    return {};
  });
  return {
    resourceUpdated: (uri) => {
      if (subscribed.has(uri)) tell(() => server.server.sendResourceUpdated({ uri }));
    },
    breakpointHit: (params, onDropped) =>
      tell(() => server.server.notification({ method: 'debugger/breakpointHit', params }), onDropped),
    log: (level: LogLevel, logger, message) => {
      if (LEVELS.indexOf(level) < least) return;
      const data =
        message.length > MAX_MESSAGE_LENGTH ? `${cutText(message, MAX_MESSAGE_LENGTH)} [truncated]` : message;
      tell(() => server.server.notification({ method: 'notifications/message', params: { level, logger, data } }));
    },
  };
}

import type { GatewayConfig } from '@toolmark/config';
import { expect, it } from 'vitest';
import { parseConfig } from '../../../config/src/parse.ts';
import { createLiveConfig } from './live-config.ts';

function parse(content: object): GatewayConfig {
  const parsed = parseConfig({ mcpServers: {}, ...content }, { folder: '/', env: {} });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.config;
}

it('makes a derived value again when its part of the config has changed, and not before', async () => {
  const config = createLiveConfig(parse({ allowedHosts: ['one'] }));
  const made: (readonly string[])[] = [];
  const hosts = config.derive(
    ({ allowedHosts }) => allowedHosts,
    (part) => {
      made.push(part);
      return { part };
    },
  );
  const first = hosts.value;
  await config.set(parse({ allowedHosts: ['one'], allowedOrigins: ['http://two'] }));
  expect(hosts.value).toBe(first);
  await config.set(parse({ allowedHosts: ['three'] }));
  expect(hosts.value).toEqual({ part: ['three'] });
  expect(made).toEqual([['one'], ['three']]);
});

it('calls listeners once all derived values are new, and waits for them', async () => {
  const config = createLiveConfig(parse({ allowedHosts: ['one'] }));
  const heard: string[] = [];
  config.onChange(async (changed, before) => {
    await Promise.resolve();
    heard.push(`${before.allowedHosts} to ${changed.allowedHosts}: ${hosts.value}, ${config.value.allowedHosts}`);
  });
  const hosts = config.derive(
    ({ allowedHosts }) => allowedHosts,
    (part) => part.join(),
  );
  await config.set(parse({ allowedHosts: ['two'] }));
  expect(heard).toEqual(['one to two: two, two']);
});

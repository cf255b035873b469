import type { GatewayStatus } from '@toolmark/api-contract';
import { type InjectionKey, inject, provide } from 'vue';
import { get } from '../api/request.ts';
import { type Resource, useResource } from '../api/use-resource.ts';

const KEY: InjectionKey<Resource<GatewayStatus>> = Symbol('status');

/** How the gateway is: asked for once, and shown by the frame and whichever page wants it. */
export function provideStatus(): Resource<GatewayStatus> {
  const status = useResource((signal) => get<GatewayStatus>('/status', { signal }), {
    on: ['approvals', 'tools', 'servers'],
  });
  provide(KEY, status);
  return status;
}

export function useStatus(): Resource<GatewayStatus> {
  const status = inject(KEY);
  if (status === undefined) throw new Error('There is no status outside of the frame.');
  return status;
}

import type { GatewayStatus } from '@toolmark/api-contract';
import { type InjectionKey, inject, provide } from 'vue';
import { type Resource, useResource } from '../api/use-resource.ts';

const KEY: InjectionKey<Resource<GatewayStatus>> = Symbol('status');

/** The gateway's status: fetched once, shared by the frame and the pages. */
export function provideStatus(): Resource<GatewayStatus> {
  const status = useResource<GatewayStatus>('/status', {
    on: ['approvals', 'tools', 'servers'],
  });
  provide(KEY, status);
  return status;
}

export function useStatus(): Resource<GatewayStatus> {
  const status = inject(KEY);
  if (status === undefined) throw new Error('The status is available only inside of the frame.');
  return status;
}

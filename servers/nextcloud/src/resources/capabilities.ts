import * as z from 'zod';
import type { ResourceSpec } from './define-resource.ts';

export const capabilities: ResourceSpec = {
  name: 'capabilities',
  uri: 'nc://capabilities',
  title: 'Nextcloud Capabilities',
  description: 'Version of Nextcloud and what its apps can do.',
  read: (_, { nextcloud, signal }) =>
    nextcloud.ocs(z.looseObject({}), {
      method: 'GET',
      path: ['ocs', 'v2.php', 'cloud', 'capabilities'],
      what: 'the capabilities',
      signal,
    }),
};

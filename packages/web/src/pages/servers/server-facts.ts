import type { Server } from '@toolmark/api-contract';
import { plural } from '../../format/number.ts';

/**
 * What a server offers besides tools.
 *
 * @example
 * offersOf({ prompts: 2, resources: 1, resource_templates: 0 }) // '2 prompts, 1 resource'
 */
export function offersOf({
  prompts,
  resources,
  resource_templates,
}: Pick<Server, 'prompts' | 'resources' | 'resource_templates'>): string {
  const parts = [
    prompts > 0 && plural(prompts, 'prompt'),
    resources > 0 && plural(resources, 'resource'),
    resource_templates > 0 && plural(resource_templates, 'template'),
  ];
  return parts.filter((one) => one !== false).join(', ');
}

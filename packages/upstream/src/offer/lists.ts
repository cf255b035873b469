import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { OfferedList, OfferKind } from '../server.ts';
import { LIST_CHANGES } from '../wire/multiplexer.ts';

/** A list that a server may have. */
export interface ListName {
  readonly method: string;
  /** The result field with the entries. */
  readonly member: OfferedList;
}

/** The lists that share one capability and one change notification. */
export const LISTS: Readonly<Record<OfferKind, readonly ListName[]>> = {
  tools: [{ method: 'tools/list', member: 'tools' }],
  prompts: [{ method: 'prompts/list', member: 'prompts' }],
  resources: [
    { method: 'resources/list', member: 'resources' },
    { method: 'resources/templates/list', member: 'resourceTemplates' },
  ],
};

export const OFFER_KINDS: readonly OfferKind[] = ['tools', 'prompts', 'resources'];

/** The name of a list's change in a subscription filter. */
export const changeFilter = (kind: OfferKind): keyof typeof LIST_CHANGES => `${kind}ListChanged`;

/** The lists that a notification announces as changed. */
export function kindOfNotification(method: string): OfferKind | undefined {
  return OFFER_KINDS.find((kind) => method === LIST_CHANGES[changeFilter(kind)]);
}

/** Whether a server declares this capability. A bare `true` is not an object, but counts. */
export function declares(capabilities: JsonObject, kind: OfferKind): boolean {
  return Boolean(capabilities[kind]);
}

export function declaresFlag(capabilities: JsonObject, kind: OfferKind, flag: 'listChanged' | 'subscribe'): boolean {
  const capability = capabilities[kind];
  return isJsonObject(capability) && capability[flag] === true;
}

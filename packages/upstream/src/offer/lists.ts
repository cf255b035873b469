import { isJsonObject } from '@toolmark/annotations';
import type { JsonObject } from '@toolmark/base';
import type { OfferedList, OfferKind } from '../server.ts';
import { LIST_CHANGES } from '../wire/multiplexer.ts';

/** A list that a server may have. */
export interface ListName {
  readonly method: string;
  /** The member of its results that holds the entries. */
  readonly member: OfferedList;
}

/** The lists that change together, because one capability and one notification stand for them. */
export const LISTS: Readonly<Record<OfferKind, readonly ListName[]>> = {
  tools: [{ method: 'tools/list', member: 'tools' }],
  prompts: [{ method: 'prompts/list', member: 'prompts' }],
  resources: [
    { method: 'resources/list', member: 'resources' },
    { method: 'resources/templates/list', member: 'resourceTemplates' },
  ],
};

export const OFFER_KINDS: readonly OfferKind[] = ['tools', 'prompts', 'resources'];

/** What tells of a change is called by in the filter of a subscription. */
export const changeFilter = (kind: OfferKind): keyof typeof LIST_CHANGES => `${kind}ListChanged`;

/** Which lists a notification is about. */
export function kindOfNotification(method: string): OfferKind | undefined {
  return OFFER_KINDS.find((kind) => method === LIST_CHANGES[changeFilter(kind)]);
}

/** Whether a server says that it has this. A bare `true` is no object, but it is an answer. */
export function declares(capabilities: JsonObject, kind: OfferKind): boolean {
  return Boolean(capabilities[kind]);
}

export function declaresFlag(capabilities: JsonObject, kind: OfferKind, flag: 'listChanged' | 'subscribe'): boolean {
  const capability = capabilities[kind];
  return isJsonObject(capability) && capability[flag] === true;
}

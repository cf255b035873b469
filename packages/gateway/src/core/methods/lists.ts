import type { Recorder } from '../../calls/record/recorder.ts';
import { catalogFor } from '../../catalog/current-catalog.ts';
import type { Catalog, ListMethod } from '../../model/catalog.ts';
import { invalidParams, type Method } from './method.ts';

/** Answers a list method with a page of the catalog, which was serialised when the catalog last changed. */
export function listMethod(list: ListMethod, catalog: () => Catalog, onSent?: Recorder['listed']): Method {
  return {
    era: undefined,
    run: (params, caller) => {
      const cursor = params['cursor'];
      if (cursor !== undefined && typeof cursor !== 'string') return invalidParams('cursor must be a string.');
      const { scope, menu = scope } = caller;
      const visible = catalogFor(catalog(), { scope: list === 'tools/list' ? menu : scope });
      const json = visible.page(list, caller.era, cursor);
      if (json === undefined) return invalidParams('Unknown cursor.');
      onSent?.(caller, params, json);
      return Promise.resolve({ kind: 'json', json });
    },
  };
}

import { computed, type WritableComputedRef } from 'vue';
import { type LocationQuery, type LocationQueryRaw, useRoute, useRouter } from 'vue-router';

/**
 * State that lives in the URL's query, so that a view can be shared and the back button works. Changes in the same tick
 * become one history entry.
 *
 * @example
 * const status = useQueryList('status'); // ?status=ok&status=error
 * status.value = ['error'];
 */
export function useQueryList<Value extends string>(
  name: string,
  allowed?: readonly Value[],
): WritableComputedRef<readonly Value[]> {
  const route = useRoute();
  const change = useQueryChange();
  return computed({
    get: () => read(route.query, name).filter((one): one is Value => isAllowed(one, allowed)),
    set: (values) => change({ [name]: values.length === 0 ? undefined : [...values] }),
  });
}

/** One value of the query; the default value is not written to the URL. */
export function useQueryValue<Value extends string>(
  name: string,
  usual: Value,
  allowed?: readonly Value[],
): WritableComputedRef<Value> {
  const route = useRoute();
  const change = useQueryChange();
  return computed({
    get: () => {
      const [value = usual] = read(route.query, name);
      return isAllowed(value, allowed) ? value : usual;
    },
    set: (value) => change({ [name]: value === usual ? undefined : value }),
  });
}

/** Changes several values of the query at once. */
export function useQueryChange(): (changes: LocationQueryRaw) => void {
  const route = useRoute();
  const router = useRouter();
  return (changes) => {
    pending = { ...pending, ...changes };
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      const query = { ...route.query, ...pending };
      pending = {};
      isScheduled = false;
      void router.push({ query, hash: route.hash });
    });
  };
}

let pending: LocationQueryRaw = {};
let isScheduled = false;

function read(query: LocationQuery, name: string): readonly string[] {
  const value = query[name];
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string' && one !== '') as string[];
}

const isAllowed = <Value extends string>(value: string, allowed: readonly Value[] | undefined): value is Value =>
  allowed === undefined || (allowed as readonly string[]).includes(value);

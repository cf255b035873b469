import { computed, type WritableComputedRef } from 'vue';
import { type LocationQuery, type LocationQueryRaw, useRoute, useRouter } from 'vue-router';

/**
 * A value that lives in the address: what is seen can be shared, and back and forward work. Changes of one tick become one
 * entry of the history.
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

/** One value, or the usual one, which is not written. */
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

/** Changes several values of the address at once. */
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

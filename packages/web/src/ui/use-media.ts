import { onScopeDispose, type Ref, ref } from 'vue';

/**
 * Whether the window is as a media query wants it, as long as the component is there: for what style sheets cannot decide.
 *
 * @example
 * const isNarrow = useMedia('(width < 640px)');
 */
export function useMedia(query: string): Readonly<Ref<boolean>> {
  const list = matchMedia(query);
  const matches = ref(list.matches);
  const onChange = (): void => {
    matches.value = list.matches;
  };
  list.addEventListener('change', onChange);
  onScopeDispose(() => list.removeEventListener('change', onChange));
  return matches;
}

import { usePreferredDark, useStorage } from '@vueuse/core';
import { computed, type Ref, watchEffect } from 'vue';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** The choice for this browser, in all of its windows. `public/theme.js` reads it before the first paint. */
export const themeChoice: Ref<ThemeChoice> = useStorage<ThemeChoice>('toolmark.theme', 'system');

const isSystemDark = usePreferredDark();

/** The theme on screen. */
export const theme: Readonly<Ref<'light' | 'dark'>> = computed(() => {
  if (themeChoice.value === 'light' || themeChoice.value === 'dark') return themeChoice.value;
  return isSystemDark.value ? 'dark' : 'light';
});

watchEffect(() => {
  document.documentElement.dataset['theme'] = `toolmark-${theme.value}`;
});

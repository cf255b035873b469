import { readonly, ref, watchEffect } from 'vue';

export type ThemeChoice = 'light' | 'dark' | 'system';

const KEY = 'toolmark.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const choice = ref<ThemeChoice>(stored());
const isSystemDark = ref(system.matches);
const shown = ref<'light' | 'dark'>('light');

system.addEventListener('change', () => (isSystemDark.value = system.matches));

export const themeChoice = readonly(choice);

/** The theme on screen. */
export const theme = readonly(shown);

export function chooseTheme(chosen: ThemeChoice): void {
  choice.value = chosen;
  try {
    if (chosen === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

watchEffect(() => {
  const isDark = choice.value === 'system' ? isSystemDark.value : choice.value === 'dark';
  shown.value = isDark ? 'dark' : 'light';
  document.documentElement.dataset['theme'] = `toolmark-${shown.value}`;
});

function stored(): ThemeChoice {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    return 'system';
  }
}

// Before anything is painted, so that the page does not flash in the other theme.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('toolmark.theme');
  } catch {
    // A browser that keeps nothing gets the system's.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'toolmark-dark' : 'toolmark-light';
})();

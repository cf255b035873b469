/**
 * Removes the code of a one-time link from the URL as soon as this module loads, so that it is stored nowhere. Load
 * this before the router, which would otherwise put the code back.
 */
let code = takeFromAddress();

/** The code in the link that opened the page, or that was pasted into its tab since. Returned only once. */
export function takeLinkCode(): string | undefined {
  const taken = takeFromAddress() ?? code;
  code = undefined;
  return taken;
}

function takeFromAddress(): string | undefined {
  const [, found] = /^#link=(.+)$/.exec(location.hash) ?? [];
  if (found !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

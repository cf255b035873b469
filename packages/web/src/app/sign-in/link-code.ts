/**
 * The code of a one-time link, taken out of the address so that it stays nowhere. That happens when this is loaded, which has to be
 * before the router is: it remembers the address as it finds it, and would put the code back.
 */
let code = takeFromAddress();

/** The code that the page was opened with; only for who asks first. */
export function takeLinkCode(): string | undefined {
  const taken = code;
  code = undefined;
  return taken;
}

function takeFromAddress(): string | undefined {
  const [, found] = /^#link=(.+)$/.exec(location.hash) ?? [];
  if (found !== undefined) history.replaceState(history.state, '', location.pathname + location.search);
  return found;
}

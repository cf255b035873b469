/** How many servers are asked for one resource. The routes are sorted by likelihood, so later ones rarely have it. */
export const ROUTES_TRIED = 4;

/** Resources that one client may subscribe to. */
export const SUBSCRIPTIONS_PER_CLIENT = 1_000;

/** List changes within this window are announced as one: servers that connect together each change the lists. */
export const LIST_CHANGE_WINDOW_MS = 25;

/** In characters. Clients put the instructions into the model's context of every conversation. */
export const INSTRUCTIONS_PER_SERVER = 2_000;
export const INSTRUCTIONS_PER_SERVER_IN_SEARCH = 300;
export const INSTRUCTIONS_IN_TOTAL = 16_000;

/** How many servers are tried for one resource; beyond the first few it is guessing. */
export const ROUTES_TRIED = 4;

/** Resources that one client may be told about. */
export const SUBSCRIPTIONS_PER_CLIENT = 1_000;

/** List changes within this are one: servers that connect together change the list once each. */
export const LIST_CHANGE_WINDOW_MS = 25;

/** Instructions go into a model's context with every conversation. */
export const INSTRUCTIONS_PER_SERVER = 2_000;
export const INSTRUCTIONS_PER_SERVER_IN_SEARCH = 300;
export const INSTRUCTIONS_IN_TOTAL = 16_000;

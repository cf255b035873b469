/**
 * Sent by `toolmark stdio` when it relays to a running gateway. Its client spoke stdio, where arguments are not repeated in
 * headers, and only the gateway knows which ones a tool wants there; so none are expected with it.
 */
export const RELAY_HEADER = 'toolmark-relay';

/** Replaces `server-only`, which refuses to load outside a React server. */
export const nothing = null

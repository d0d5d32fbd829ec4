/** How long a deletion offers to be undone, in milliseconds. */
export const undoTime = 10_000

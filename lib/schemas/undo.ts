/** How long a deletion offers to be undone, in milliseconds; private.undo_time() in the database is the same. */
export const undoTime = 10_000

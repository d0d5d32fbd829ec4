/** How long a deletion offers to be undone, in milliseconds; the database takes it for longer (private.restore_time). */
export const undoTime = 10_000

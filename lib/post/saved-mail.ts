/** What the local mailbox answers. It tells saved emails from sent ones (public.admin_first_steps). */
export const savedAnswer = 'saved-to-mailbox'
export const savedOutcome = `250 ${savedAnswer}`

/** What the local mailbox answers, after 250. It tells saved emails from sent ones (public.admin_mails). */
export const savedAnswer = 'saved-to-mailbox'

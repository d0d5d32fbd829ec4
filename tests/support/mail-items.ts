import type { ClaimedMail, MailedItem } from '../../lib/mail/claimed-mail.ts'

export const site = { url: 'https://feedback.example.com', name: 'Signpost' }
export const post = { id: 12, title: 'Dark <mode>', slug: 'dark-mode', category_slug: 'new-features' }
export const envelope = {
  id: 1,
  attempt: 1,
  key: 'the-key',
  to: 'a@example.com',
  name: 'Ada',
  token: 'p.x.12.set.y',
  is_person: true,
}
export const change: MailedItem = {
  kind: 'post.state',
  reason: 'vote',
  comment_id: null,
  body: null,
  from_state: 'proposed',
  to_state: 'in-progress',
  note: 'We <began>.\n**Soon.**',
  merged_title: null,
  actor: 'Grace',
  is_team: true,
}
export const answer: MailedItem = {
  ...change,
  kind: 'comment.created',
  reason: 'reply',
  note: null,
  body: '**Yes** <script>alert(1)</script>',
  actor: null,
  is_team: null,
}
export const merged: MailedItem = {
  ...change,
  kind: 'post.merged',
  from_state: null,
  to_state: null,
  note: null,
  merged_title: 'Night <theme>',
}
export const notices = (
  items: MailedItem[],
  more: Partial<Extract<ClaimedMail, { kind: 'notices' }>> = {},
): ClaimedMail => ({
  ...envelope,
  kind: 'notices',
  post_id: 12,
  pace: 'at-once',
  posts: [{ ...post, items, more: 0 }],
  more_posts: 0,
  ...more,
})

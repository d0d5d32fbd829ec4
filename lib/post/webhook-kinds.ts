/** What a webhook can be told of, by what forms name it. */
export const webhookKinds = {
  'post.created': 'New post',
  'post.state': 'Change of state',
  'post.corrected': 'Change of state corrected or taken back',
  'post.deleted': 'Post deleted',
  'post.restored': 'Post restored',
  'post.merged': 'Post merged into another',
  'post.unmerged': 'Merge undone',
  'comment.created': 'New comment or reply',
  'comment.deleted': 'Comment deleted',
} as const

export type WebhookKind = keyof typeof webhookKinds

/** In which words it is told: as data for a program, or as a message for people. */
export const webhookShapes = { json: 'JSON', slack: 'Slack', discord: 'Discord' } as const

export type WebhookShape = keyof typeof webhookShapes

/** What became of a delivery, by how the log names it. */
export const deliveryStates: Record<string, string> = {
  ready: 'Waiting',
  sent: 'Delivered',
  failed: 'Failed',
  dropped: 'Not sent',
}

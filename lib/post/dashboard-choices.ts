/** What waits for the team before others see it, in the words of the choice. */
export const approvalModes = {
  off: 'Nothing',
  first: "Each person's first post or comment",
  links: 'Posts and comments with links from new people',
  all: "Everything except the team's posts",
} as const
export type ApprovalMode = keyof typeof approvalModes

/** What became of a mail, by how the log names it. */
export const mailStates: Record<string, string> = {
  ready: 'Waiting',
  claimed: 'Being prepared',
  sending: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Outcome unknown',
  dropped: 'Not sent',
}

/** Which people a list shows, in the words of its filter. */
export const peopleChoices = { all: 'All', new: 'New today', team: 'Team', blocked: 'Blocked' } as const
export type PeopleChoice = keyof typeof peopleChoices

/** For how many weeks the insights are shown, with what that is called. */
export const insightSpans = { 12: '12 weeks', 26: '6 months', 52: '1 year', 156: '3 years' } as const

const usual = 26

/** The weeks that an address asks for, and as many as usual for any other. */
export function readSpan(value: unknown): number {
  return typeof value === 'string' && value in insightSpans ? Number(value) : usual
}

/** What a webhook can be told of, by what forms name it. */
export const webhookKinds = {
  'post.created': 'New post',
  'post.state': 'State change',
  'post.corrected': 'State change corrected or undone',
  'post.deleted': 'Post deleted',
  'post.restored': 'Post restored',
  'post.merged': 'Post merged into another',
  'post.unmerged': 'Merge undone',
  'comment.created': 'New comment or reply',
  'comment.deleted': 'Comment deleted',
  'changelog.published': 'Changelog entry published',
  'changelog.changed': 'Changelog entry changed',
  'changelog.removed': 'Changelog entry taken back',
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

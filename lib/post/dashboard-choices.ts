import { texts } from '../words/deferred.ts'
export const approvalModes = texts({
  off: 'post.dashboardChoices.nothing',
  first: 'post.dashboardChoices.eachPersonsFirstPost',
  links: 'post.dashboardChoices.postsAndCommentsWith',
  all: 'post.dashboardChoices.everythingExceptTheTeams',
})
export type ApprovalMode = keyof typeof approvalModes

export const mailStates: Record<string, string> = texts({
  ready: 'post.dashboardChoices.waiting',
  claimed: 'post.dashboardChoices.beingPrepared',
  sending: 'post.dashboardChoices.onItsWay',
  sent: 'post.dashboardChoices.sent',
  saved: 'dashboard.mailLog.kept',
  failed: 'post.dashboardChoices.failed',
  unknown: 'post.dashboardChoices.outcomeUnknown',
  dropped: 'post.dashboardChoices.notSent',
})

export const peopleChoices = texts({
  all: 'common.all',
  new: 'post.dashboardChoices.newToday',
  team: 'common.team',
  blocked: 'common.blocked',
})
export type PeopleChoice = keyof typeof peopleChoices

export const insightSpans = texts({
  12: 'post.dashboardChoices.n12Weeks',
  26: 'post.dashboardChoices.n6Months',
  52: 'common.oneYear',
  156: 'post.dashboardChoices.n3Years',
})

const usual = 26

export function readSpan(value: unknown): number {
  return typeof value === 'string' && value in insightSpans ? Number(value) : usual
}

export const webhookKinds = texts({
  'post.created': 'common.newPost',
  'post.state': 'post.dashboardChoices.stateChange',
  'post.corrected': 'post.dashboardChoices.stateChangeCorrectedOr',
  'post.deleted': 'common.postDeleted',
  'post.restored': 'common.postRestored',
  'post.merged': 'post.dashboardChoices.postMergedIntoAnother',
  'post.unmerged': 'common.mergeUndone',
  'comment.created': 'post.dashboardChoices.newCommentOrReply',
  'comment.deleted': 'common.commentDeleted',
  'comment.restored': 'common.commentRestored',
  'changelog.published': 'post.dashboardChoices.entryPublished',
  'changelog.changed': 'post.dashboardChoices.entryChanged',
  'changelog.removed': 'post.dashboardChoices.entryRemoved',
})

export type WebhookKind = keyof typeof webhookKinds

export const webhookShapes = { json: 'JSON', slack: 'Slack', discord: 'Discord' } as const

export type WebhookShape = keyof typeof webhookShapes

export const deliveryStates: Record<string, string> = texts({
  ready: 'post.dashboardChoices.waiting',
  sent: 'post.dashboardChoices.delivered',
  failed: 'post.dashboardChoices.failed',
  dropped: 'post.dashboardChoices.notSent',
})

/** In the audit log, whoever ran commands or SQL on the server. */
export const operator = 'operator'

export const auditAreas = {
  posts: ['post', 'vote', 'image', 'report'],
  comments: ['comment'],
  people: ['person', 'role', 'invitation', 'factor'],
  changelog: ['changelog'],
  site: [
    'site',
    'mail',
    'state',
    'category',
    'moderation',
    'answer',
    'example',
    'webhook',
    'key',
    'signin',
    'import',
    'export',
  ],
} as const
export type AuditArea = keyof typeof auditAreas

export const auditAreaNames: Record<AuditArea, string> = texts({
  posts: 'common.posts',
  comments: 'common.comments',
  people: 'common.people',
  changelog: 'common.changelog',
  site: 'dashboard.nav.site',
})

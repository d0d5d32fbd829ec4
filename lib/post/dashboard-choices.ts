import { t, texts } from '../words/t.ts'
/** What waits for the team before others see it, in the words of the choice. */
export const approvalModes = texts({
  off: 'post.dashboardChoices.nothing',
  first: 'post.dashboardChoices.eachPersonsFirstPost',
  links: 'post.dashboardChoices.postsAndCommentsWith',
  all: 'post.dashboardChoices.everythingExceptTheTeams',
})
export type ApprovalMode = keyof typeof approvalModes

/** What became of a mail, by how the log names it. */
export const mailStates: Record<string, string> = texts({
  ready: 'post.dashboardChoices.waiting',
  claimed: 'post.dashboardChoices.beingPrepared',
  sending: 'post.dashboardChoices.onItsWay',
  sent: 'post.dashboardChoices.sent',
  failed: 'post.dashboardChoices.failed',
  unknown: 'post.dashboardChoices.outcomeUnknown',
  dropped: 'post.dashboardChoices.notSent',
})

/** Which people a list shows, in the words of its filter. */
export const peopleChoices = texts({
  all: 'common.all',
  new: 'post.dashboardChoices.newToday',
  team: 'common.team',
  blocked: 'common.blocked',
})
export type PeopleChoice = keyof typeof peopleChoices

/** For how many weeks the insights are shown, with what that is called. */
export const insightSpans = texts({
  12: 'post.dashboardChoices.n12Weeks',
  26: 'post.dashboardChoices.n6Months',
  52: 'common.oneYear',
  156: 'post.dashboardChoices.n3Years',
})

const usual = 26

/** The weeks that an address asks for, and as many as usual for any other. */
export function readSpan(value: unknown): number {
  return typeof value === 'string' && value in insightSpans ? Number(value) : usual
}

/** What a webhook can be told of, by what forms name it. */
export const webhookKinds = {
  get 'post.created'() {
    return t('common.newPost')
  },
  get 'post.state'() {
    return t('post.dashboardChoices.stateChange')
  },
  get 'post.corrected'() {
    return t('post.dashboardChoices.stateChangeCorrectedOr')
  },
  get 'post.deleted'() {
    return t('common.postDeleted')
  },
  get 'post.restored'() {
    return t('common.postRestored')
  },
  get 'post.merged'() {
    return t('post.dashboardChoices.postMergedIntoAnother')
  },
  get 'post.unmerged'() {
    return t('common.mergeUndone')
  },
  get 'comment.created'() {
    return t('post.dashboardChoices.newCommentOrReply')
  },
  get 'comment.deleted'() {
    return t('common.commentDeleted')
  },
} as const

export type WebhookKind = keyof typeof webhookKinds

/** In which words it is told: as data for a program, or as a message for people. */
export const webhookShapes = { json: 'JSON', slack: 'Slack', discord: 'Discord' } as const

export type WebhookShape = keyof typeof webhookShapes

/** What became of a delivery, by how the log names it. */
export const deliveryStates: Record<string, string> = texts({
  ready: 'post.dashboardChoices.waiting',
  sent: 'post.dashboardChoices.delivered',
  failed: 'post.dashboardChoices.failed',
  dropped: 'post.dashboardChoices.notSent',
})

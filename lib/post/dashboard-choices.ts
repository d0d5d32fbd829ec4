import { t } from '../words/t.ts'
/** What waits for the team before others see it, in the words of the choice. */
export const approvalModes = {
  get off() {
    return t('post.dashboardChoices.nothing')
  },
  get first() {
    return t('post.dashboardChoices.eachPersonsFirstPost')
  },
  get links() {
    return t('post.dashboardChoices.postsAndCommentsWith')
  },
  get all() {
    return t('post.dashboardChoices.everythingExceptTheTeams')
  },
} as const
export type ApprovalMode = keyof typeof approvalModes

/** What became of a mail, by how the log names it. */
export const mailStates: Record<string, string> = {
  get ready() {
    return t('post.dashboardChoices.waiting')
  },
  get claimed() {
    return t('post.dashboardChoices.beingPrepared')
  },
  get sending() {
    return t('post.dashboardChoices.onItsWay')
  },
  get sent() {
    return t('post.dashboardChoices.sent')
  },
  get failed() {
    return t('post.dashboardChoices.failed')
  },
  get unknown() {
    return t('post.dashboardChoices.outcomeUnknown')
  },
  get dropped() {
    return t('post.dashboardChoices.notSent')
  },
}

/** Which people a list shows, in the words of its filter. */
export const peopleChoices = {
  get all() {
    return t('common.all')
  },
  get new() {
    return t('post.dashboardChoices.newToday')
  },
  get team() {
    return t('common.team')
  },
  get blocked() {
    return t('common.blocked')
  },
} as const
export type PeopleChoice = keyof typeof peopleChoices

/** For how many weeks the insights are shown, with what that is called. */
export const insightSpans = {
  get 12() {
    return t('post.dashboardChoices.n12Weeks')
  },
  get 26() {
    return t('post.dashboardChoices.n6Months')
  },
  get 52() {
    return t('common.oneYear')
  },
  get 156() {
    return t('post.dashboardChoices.n3Years')
  },
} as const

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
export const deliveryStates: Record<string, string> = {
  get ready() {
    return t('post.dashboardChoices.waiting')
  },
  get sent() {
    return t('post.dashboardChoices.delivered')
  },
  get failed() {
    return t('post.dashboardChoices.failed')
  },
  get dropped() {
    return t('post.dashboardChoices.notSent')
  },
}

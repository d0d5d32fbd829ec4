/** What waits for the team before others see it, in the words of the choice. */
export const approvalModes = {
  off: 'Nothing waits',
  first: 'The first post or comment of each person',
  links: 'What somebody new writes with a link in it',
  all: 'All that is not of the team',
} as const
export type ApprovalMode = keyof typeof approvalModes

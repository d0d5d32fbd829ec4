/** Which people a list shows, in the words of its filter. */
export const peopleChoices = { all: 'All', new: 'New today', team: 'Team', blocked: 'Blocked' } as const
export type PeopleChoice = keyof typeof peopleChoices

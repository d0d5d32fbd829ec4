/** The values that replace placeholders in braces in a saved reply. */
const answerWords = ['name', 'title', 'state', 'site'] as const
export type AnswerWords = Record<(typeof answerWords)[number], string>

const places = new RegExp(`\\{(${answerWords.join('|')})\\}`, 'g')

/** A saved reply as it is sent. Other braces stay unchanged. */
export const fillAnswer = (body: string, words: AnswerWords): string =>
  body.replace(places, (_, word: keyof AnswerWords) => words[word])

/** How to address a person: by the first part of the name, or as “there” if the account is deleted. */
export const callingName = (name: string | null | undefined): string =>
  name?.trim().split(/\s+/u)[0] || 'there'

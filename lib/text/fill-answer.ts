/** Words of a post that stand in a canned answer where it says so in braces. */
const answerWords = ['name', 'title', 'state', 'site'] as const
export type AnswerWords = Record<(typeof answerWords)[number], string>

const places = new RegExp(`\\{(${answerWords.join('|')})\\}`, 'g')

/** A canned answer as it is sent; other braces stay as they are. */
export const fillAnswer = (body: string, words: AnswerWords): string =>
  body.replace(places, (_, word: keyof AnswerWords) => words[word])

/** How a person is spoken to: by the first part of the name, or as “there” where there is nobody any more. */
export const callingName = (name: string | null | undefined): string =>
  name?.trim().split(/\s+/u)[0] || 'there'

const answerWords = ['name', 'title', 'state', 'site'] as const
export type AnswerWords = Record<(typeof answerWords)[number], string>

const places = new RegExp(`\\{(${answerWords.join('|')})\\}`, 'g')

export const fillAnswer = (body: string, words: AnswerWords): string =>
  body.replace(places, (_, word: keyof AnswerWords) => words[word])

export const callingName = (name: string | null | undefined): string =>
  name?.trim().split(/\s+/u)[0] || 'there'

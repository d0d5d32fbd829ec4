import { countText } from '@/lib/text/count-text'

export type Audience = { people: number; mails: number }

/** "134 people will hear of this, 120 by mail." */
export function audienceText({ people, mails }: Audience): string {
  if (people === 0) return 'Nobody else will hear of this.'
  const heard = people === 1 ? '1 person will hear of this' : `${countText(people)} people will hear of this`
  return `${heard}, ${mails === 0 ? 'nobody' : countText(mails)} by mail.`
}

import { say } from '../words/deferred.ts'
import * as z from './zod'
import { contrastWithWhite, isColor, letterContrast } from '@/lib/text/color'
import { type PostState, postStates } from '@/lib/post/states'
import { cleanLine, textLength, trimText } from '@/lib/text/characters'

const text = (limit: number) =>
  z
    .string()
    .transform(trimText)
    .refine((value) => textLength(value) <= limit, say('schemas.site.useAtMostCharacters', { limit }))
const line = (limit: number) => text(limit).transform(cleanLine)
const address = z
  .string()
  .trim()
  // People leave out the scheme. Whatever has another one, such as javascript:, isn't changed, so it's refused below.
  .transform((value) => value.replace(/^[^\s:/@.]+\.[^\s:@]+$/, 'https://$&'))
  .refine(
    (value) =>
      value === '' ||
      (URL.canParse(value) && /^https?:\/\/[^\s<>"]+$/.test(value) && textLength(value) <= 300),
    say('schemas.site.enterAnAddress'),
  )
const accent = z
  .string()
  .trim()
  .toLowerCase()
  .refine((value) => value === '' || isColor(value), say('schemas.site.enterAColorLike'))
  .refine(
    (value) => !isColor(value) || contrastWithWhite(value) >= letterContrast,
    say('schemas.site.whiteTextIsHard'),
  )
const stateText = z.object({ name: line(30), description: line(160) })

export const siteSchema = z.object({
  name: line(40),
  accent,
  marketingUrl: address,
  termsUrl: address,
  privacyUrl: address,
  welcome: line(300),
  states: z.object(
    Object.fromEntries(postStates.map((state) => [state, stateText])) as Record<PostState, typeof stateText>,
  ),
  language: z.string(),
  showsQuarters: z.boolean(),
  timeZone: z
    .string()
    .refine(
      (zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC',
      say('schemas.site.chooseATimeZone'),
    ),
  moderatorsPublish: z.boolean(),
  showsReactions: z.boolean(),
  mailSender: line(60),
  mailFooter: text(300),
})

export const stateSchema = siteSchema.pick({ states: true, showsQuarters: true })
export const generalSchema = siteSchema.omit({ states: true, showsQuarters: true })

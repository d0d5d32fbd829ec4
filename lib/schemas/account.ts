import { type Said, say } from '../words/deferred.ts'
import { t } from '../words/t.ts'
import { cleanLine, hasStackedMarks, visibleLength } from '@/lib/text/characters'
import { checked, honeypotSchema } from './fields'
import * as z from './zod'

const emailOr = (missing: Said) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .pipe(z.email(say('common.enterAValidEmailAddress')))
const newPasswordOr = (missing: Said) =>
  z
    .string()
    .min(1, missing)
    .refine((value) => [...value].length >= 8, say('schemas.account.useAtLeast8'))
    // The backend hashes with bcrypt, which reads 72 bytes and ignores the rest.
    .refine((value) => new TextEncoder().encode(value).length <= 72, say('schemas.account.useAtMost72'))
export const newPassword = newPasswordOr(say('schemas.account.enterAPassword'))
const nothingGiven = say('schemas.account.nothingGiven')
const name = z
  .string()
  .transform(cleanLine)
  .refine((text) => visibleLength(text) >= 1 && !text.includes('\0'), say('schemas.account.enterYourName'))
  .refine((text) => !/\p{Surrogate}/u.test(text), say('schemas.account.thisNameContainsA'))
  .refine((text) => text.length <= 80, say('schemas.account.useAtMost80'))
  .refine((text) => !hasStackedMarks(text), say('common.useFewerAccentsOnALetter'))

// oxlint-disable-next-line rooms/words -- a value of the database
export const unnamed = 'New member'

const mismatch = say('schemas.account.thePasswordsDontMatch')

export const signInSchema = z.object({
  email: emailOr(nothingGiven),
  password: z.string().min(1, nothingGiven),
  ...checked,
})
export const signUpSchema = z
  .object({
    name,
    email: emailOr(nothingGiven),
    password: newPasswordOr(nothingGiven),
    repeatPassword: z.string().min(1, say('schemas.account.repeatThePassword')),
    next: z.string().max(2_000).optional(),
    trap: honeypotSchema,
    ...checked,
  })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], ...mismatch })
export const forgotPasswordSchema = z.object({
  email: emailOr(say('common.enterYourEmailAddress')),
  ...checked,
})
export const sendCodeSchema = forgotPasswordSchema.extend({ next: z.string().max(2_000).optional() })
export const enterCodeSchema = z.object({
  email: emailOr(say('common.enterYourEmailAddress')),
  /** As many digits as the project sends: six with the site's own settings. */
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine((text) => /^\d{6,10}$/.test(text), say('schemas.account.enterMailCode')),
  isSignUp: z.boolean().optional(),
})
export const resetPasswordSchema = z
  .object({
    name: name.optional(),
    password: newPassword,
    repeatPassword: z.string().min(1, say('schemas.account.repeatThePassword')),
  })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], ...mismatch })
export const profileSchema = z.object({ name })
export const passwordMissing = () => t('common.enterYourPassword')

export const linkNotComplete = () => t('schemas.account.thisLinkIsIncomplete')
const token = (longest: number) =>
  z.string({ error: linkNotComplete }).max(longest, { error: linkNotComplete })
const newAccountTypes = ['signup', 'invite']

export const mailLinkSchema = z
  .object({
    type: z.enum(['signup', 'invite', 'recovery', 'magiclink', 'email_change'], { error: linkNotComplete }),
    tokenHash: token(200)
      .regex(/^[\w-]+$/, { error: linkNotComplete })
      .optional(),
    tokens: z
      .object({
        accessToken: token(8_000).regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, { error: linkNotComplete }),
        refreshToken: token(1_000).regex(/^[!-~]+$/, { error: linkNotComplete }),
      })
      .optional(),
  })
  .refine(({ tokenHash, tokens }) => tokenHash || tokens, { error: linkNotComplete })
export type MailLink = z.output<typeof mailLinkSchema>

export const makesAccount = ({ type }: MailLink): boolean => newAccountTypes.includes(type)

export const newAccountLinkSchema = mailLinkSchema.refine(makesAccount, { error: linkNotComplete })

/** Whoever confirms a new account enters its name and password, because the existing ones may be a stranger's. */
export const confirmSignUpSchema = z.object({
  link: newAccountLinkSchema,
  name,
  password: newPassword.or(z.literal('')),
})

export const readMailLink = (given: unknown): MailLink | null => mailLinkSchema.safeParse(given).data ?? null

import { cleanLine, hasStackedMarks, visibleLength } from '@/lib/text/characters'
import { checked, honeypotSchema } from './fields'
import { z } from './zod'

const emailOr = (missing: string) =>
  z.string().trim().min(1, missing).pipe(z.email('Enter a valid email address.'))
const newPasswordOr = (missing: string) =>
  z
    .string()
    .min(1, missing)
    .refine((value) => [...value].length >= 8, 'Use at least 8 characters.')
    // The backend hashes with bcrypt, which reads 72 bytes and ignores the rest.
    .refine(
      (value) => new TextEncoder().encode(value).length <= 72,
      'Use at most 72 characters. Accented letters and emoji count as two to four.',
    )
export const newPassword = newPasswordOr('Enter a password.')
/** For a sign-in or sign-up without e-mail or password, under both fields. */
const nothingGiven = 'You must provide either an email or phone number and a password'
const name = z
  .string()
  .transform(cleanLine)
  .refine((text) => visibleLength(text) >= 1 && !text.includes('\0'), 'Enter your name.')
  .refine((text) => !/\p{Surrogate}/u.test(text), 'This name contains a broken character. Type it again.')
  .refine((text) => text.length <= 80, 'Use at most 80 characters.')
  .refine((text) => !hasStackedMarks(text), 'Use fewer accents on a letter.')

/** How the database names an account whose owner has not chosen a name. */
export const unnamed = 'New member'

/** What the database answers about a name that only an admin may bear, beside its field. */
export const nameIsKept = "This name can't be used because it looks like the site's or an admin's."

const mismatch = "The passwords don't match."

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
    repeatPassword: z.string().min(1, 'Repeat the password.'),
    /** The page to come back to with the link of the mail, as writeReturnPath says it. */
    next: z.string().max(2_000).optional(),
    trap: honeypotSchema,
    ...checked,
  })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], error: mismatch })
export const forgotPasswordSchema = z.object({
  email: emailOr('Enter your email address.'),
  ...checked,
})
export const sendCodeSchema = forgotPasswordSchema.extend({ next: z.string().max(2_000).optional() })
export const enterCodeSchema = z.object({
  email: emailOr('Enter your email address.'),
  /** As many digits as the project sends: six with the site's own settings. */
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .refine((text) => /^\d{6,10}$/.test(text), 'Enter the code from the email.'),
})
export const resetPasswordSchema = z
  .object({
    /** For whoever has none yet. */
    name: name.optional(),
    password: newPassword,
    repeatPassword: z.string().min(1, 'Repeat the password.'),
  })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], error: mismatch })
export const profileSchema = z.object({ name })
/** Beside the field of an account that has one. */
export const passwordMissing = 'Enter your password.'

export const linkNotComplete = 'This link is incomplete. Open it from the email again.'
const token = (longest: number) => z.string(linkNotComplete).max(longest, linkNotComplete)
/** Of mails that make an account: whoever follows the link says its name and password. */
const newAccountTypes = ['signup', 'invite']

/** The link of a mail: the key of supabase/templates, or the tokens that the project's own mails lead back with. */
export const mailLinkSchema = z
  .object({
    type: z.enum(['signup', 'invite', 'recovery', 'magiclink', 'email_change'], linkNotComplete),
    tokenHash: token(200)
      .regex(/^[\w-]+$/, linkNotComplete)
      .optional(),
    tokens: z
      .object({
        accessToken: token(8_000).regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, linkNotComplete),
        refreshToken: token(1_000).regex(/^[!-~]+$/, linkNotComplete),
      })
      .optional(),
  })
  .refine(({ tokenHash, tokens }) => tokenHash || tokens, linkNotComplete)
export type MailLink = z.output<typeof mailLinkSchema>

export const makesAccount = ({ type }: MailLink): boolean => newAccountTypes.includes(type)

export const newAccountLinkSchema = mailLinkSchema.refine(makesAccount, linkNotComplete)

/** Whoever confirms a new account says its name and password: those that stand there may be a stranger's. */
export const confirmSignUpSchema = z.object({
  link: newAccountLinkSchema,
  name,
  /** Empty for whoever signs in with codes by e-mail. */
  password: newPassword.or(z.literal('')),
})

/** A link that can be followed, from what its address says, or null. */
export const readMailLink = (given: unknown): MailLink | null => mailLinkSchema.safeParse(given).data ?? null

import { say } from '../words/deferred.ts'
import { t } from '../words/t.ts'
import { newPassword } from './account'
import { checked } from './fields'
import * as z from './zod'

const code = z
  .string()
  .trim()
  .min(1, say('schemas.accountSecurity.enterTheCode'))
  .max(100, say('schemas.accountSecurity.notACode'))

export const codeSchema = z.object({ code })
export const startFactorSchema = z.object({ password: z.string(), ...checked })
export const sessionSchema = z.object({ id: z.uuid() })
export const personSchema = z.object({ id: z.uuid() })

export const codeMissing = () => t('common.enterAppCode')

export const signInAgainSchema = z.object({
  password: z.string().min(1, say('common.enterYourPassword')),
  code: z.string().trim().max(100).optional(),
  ...checked,
})

export const changePasswordSchema = z
  .object({
    password: z.string().min(1, say('schemas.account.enterYourCurrentPassword')),
    code: z.string().trim().max(100).optional(),
    newPassword,
    confirmPassword: z.string().min(1, say('schemas.account.repeatTheNewPassword')),
    ...checked,
  })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    ...say('schemas.account.thePasswordsDontMatch'),
  })

export const deleteAccountSchema = z.object({
  /** Empty for an account without a password, which signs in at another site. */
  password: z.string(),
  code: z.string().trim().max(100).optional(),
  content: z.enum(['keep', 'remove'], say('schemas.accountSecurity.chooseContent')),
  ...checked,
})

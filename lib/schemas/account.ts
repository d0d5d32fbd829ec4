import { z } from 'zod'

const email = z
  .string()
  .trim()
  .min(1, 'Enter your e-mail address.')
  .pipe(z.email('This is not an e-mail address.'))
const givenPassword = z.string().min(1, 'Enter your password.')
const newPassword = z
  .string()
  .min(1, 'Enter a password.')
  .min(8, 'Use at least 8 characters.')
  // The backend hashes with bcrypt, which reads 72 bytes and ignores the rest.
  .refine((value) => new TextEncoder().encode(value).length <= 72, 'Use at most 72 characters.')
const name = z.string().trim().min(1, 'Enter your name.').max(80, 'Use at most 80 characters.')

const mismatch = 'The passwords are not the same.'

export const signInSchema = z.object({ email, password: givenPassword })
export const signUpSchema = z
  .object({ name, email, password: newPassword, repeatPassword: z.string().min(1, 'Repeat the password.') })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], error: mismatch })
export const forgotPasswordSchema = z.object({ email })
export const resetPasswordSchema = z
  .object({ password: newPassword, repeatPassword: z.string().min(1, 'Repeat the password.') })
  .refine((form) => form.password === form.repeatPassword, { path: ['repeatPassword'], error: mismatch })
export const changePasswordSchema = z
  .object({
    password: z.string().min(1, 'Enter your current password.'),
    newPassword,
    confirmPassword: z.string().min(1, 'Repeat the new password.'),
  })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], error: mismatch })
export const profileSchema = z.object({ name })
export const deleteAccountSchema = z.object({
  password: givenPassword,
  content: z.enum(['keep', 'remove'], 'Choose what happens to your posts and comments.'),
})
export const mailLinkSchema = z.object({
  tokenHash: z.string().min(1).max(200),
  type: z.enum(['signup', 'recovery', 'email_change', 'email', 'invite', 'magiclink']),
})

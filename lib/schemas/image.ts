import { say } from '../words/deferred.ts'
import { t } from '../words/t.ts'
import { textLength } from '../text/characters'
import * as z from './zod'

export const avatarBytes = 2 * 1024 * 1024
export const imageLimits = { bytes: 5 * 1024 * 1024, count: 8, alt: 500 }
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

const alt = z
  .string()
  .trim()
  .refine(
    (text) => textLength(text) <= imageLimits.alt,
    say('schemas.image.useAtMostCharacters', { alt: imageLimits.alt }),
  )

export const imageOwnerSchema = z.object({
  owner: z.enum(['post', 'comment', 'entry']),
  id: z.coerce.number().int().positive(),
  alt,
})
export const imageAltSchema = z.object({ id: z.uuid(), alt })
export const imageIdSchema = z.object({ id: z.uuid() })
export const imageOrderSchema = z.object({ ids: z.array(z.uuid()).min(1).max(imageLimits.count) })

export function fileProblem(file: { type: string; size: number; name: string }): string | null {
  if (!imageTypes.includes(file.type)) return t('schemas.image.chooseAPngJpeg', { file: file.name })
  if (file.size > imageLimits.bytes) return t('schemas.image.isLargerThan5', { file: file.name })
  return null
}

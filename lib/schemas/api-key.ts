import { say } from '../words/deferred.ts'
import { line } from './fields'
import * as z from './zod'

export const apiScopes = ['read', 'write', 'team', 'admin'] as const
export type ApiScope = (typeof apiScopes)[number]

const today = () => new Date().toISOString().slice(0, 10)

export const apiKeySchema = z.object({
  name: line(60, say('schemas.team.viewNameLength')),
  scopes: z.array(z.enum(apiScopes)),
  lastDay: z
    .union([z.literal(''), z.iso.date(say('schemas.apiKey.enterADate'))])
    .refine((day) => day === '' || day > today(), say('schemas.apiKey.afterToday')),
})

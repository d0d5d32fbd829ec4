import { say } from '../words/deferred.ts'
import * as z from './zod'

const port = say('schemas.mailServer.enterAPort')

export const mailServerSchema = z.object({
  host: z
    .string()
    .trim()
    .regex(
      /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i,
      say('schemas.mailServer.enterAHost'),
    ),
  port: z.coerce.number(port).int(port).min(1, port).max(65_535, port),
  username: z.string().trim().max(200),
  /** Empty to keep the saved one. */
  password: z.string().max(500),
  sender: z
    .string()
    .trim()
    .max(254)
    .pipe(z.email(say('common.enterAValidEmailAddress'))),
})

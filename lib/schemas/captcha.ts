import { z } from './zod'

/** What the check against robots gave, on a site that has one. */
export const checked = { captchaToken: z.string().max(10_000).optional() }

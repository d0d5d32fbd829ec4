import { z } from './zod'

/** Who is meant by the names after "@" in a text. */
export const mentions = z.array(z.uuid()).max(10).default([])

import { z } from 'zod'

// Compiled checks need eval, which a page's policy for scripts refuses and reports.
z.config({ jitless: true })

export { z }

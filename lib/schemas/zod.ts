import { z } from 'zod'

// Compiled checks need eval, which a page's script policy refuses and reports.
z.config({ jitless: true })

export { z }

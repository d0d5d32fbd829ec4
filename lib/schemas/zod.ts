import { config } from 'zod'

// Compiled checks need eval, which a page's script policy refuses and reports.
config({ jitless: true })

export * from 'zod'

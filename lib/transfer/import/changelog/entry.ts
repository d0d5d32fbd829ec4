export type ImportedEntry = {
  id: string
  title: string
  body: string
  labels: string[]
  /** Milliseconds since 1970; null for a draft. */
  publishedAt: number | null
}

export type ImportedEntry = {
  /** Identifies the entry when it is imported again. */
  id: string
  title: string
  /** Markdown. */
  body: string
  labels: string[]
  /** Milliseconds since 1970; null for a draft. */
  publishedAt: number | null
}

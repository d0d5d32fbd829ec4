/** An entry of a changelog as another program wrote it. */
export type ImportedEntry = {
  /** By which it is known when it is brought again. */
  id: string
  title: string
  /** Markdown. */
  body: string
  labels: string[]
  /** In milliseconds; null for a draft. */
  publishedAt: number | null
}

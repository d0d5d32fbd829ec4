import { LRUCache } from 'lru-cache'

/** How much is remembered, in characters of text; what was asked longest ago goes first. */
const maxSize = 32_000_000

type Answer = { status: number; headers: [string, string][]; body: string }

// Next loads this file once for pages and once for routes; what one is told to forget, both must.
const shared = globalThis as { signpostAnswers?: LRUCache<string, Answer> }
const answers = (shared.signpostAnswers ??= new LRUCache<string, Answer>({
  maxSize,
  sizeCalculation: ({ body }) => body.length + 1,
}))

/** Keeps a good answer in case the same question finds nobody later. */
export function remember(question: string, answer: Answer): void {
  answers.set(question, answer)
}

/** The last good answer to a question, as a response; null when there is none. */
export function recall(question: string): Response | null {
  const answer = answers.get(question)
  return answer ? new Response(answer.body, answer) : null
}

/** Forgets every answer: each may hold what was deleted. */
export function forgetAnswers(): void {
  answers.clear()
}

/** How much is remembered, in characters of text; the oldest goes first. */
const capacity = 32_000_000

type Answer = { status: number; headers: [string, string][]; body: string }

// Next loads this file once for pages and once for routes; what one is told to forget, both must.
const shared = globalThis as { signpostAnswers?: Map<string, Answer> }
const answers = (shared.signpostAnswers ??= new Map<string, Answer>())

/** Keeps a good answer in case the same question finds nobody later. */
export function remember(question: string, answer: Answer): void {
  answers.delete(question)
  answers.set(question, answer)
  let size = 0
  for (const { body } of answers.values()) size += body.length
  for (const [oldest, { body }] of answers) {
    if (size <= capacity) return
    answers.delete(oldest)
    size -= body.length
  }
}

/** The last good answer to a question, as a response; null when there is none. */
export function recall(question: string): Response | null {
  const answer = answers.get(question)
  return answer ? new Response(answer.body, answer) : null
}

/** What was deleted must not come back in an outage. */
export function forgetAnswers(): void {
  answers.clear()
}

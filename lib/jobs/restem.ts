import type { JobContext } from './context.ts'

/** Texts stemmed in one transaction: few enough that no one waits for its locks. */
const batch = 100

export async function restem({ sql, isOver }: Pick<JobContext, 'sql' | 'isOver'>): Promise<void> {
  while (!isOver()) {
    const [row] = await sql<{ done: number }[]>`select private.restem_texts(${batch}) as done`
    if (row!.done === 0) return
  }
}

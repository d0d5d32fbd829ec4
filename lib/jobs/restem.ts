import type { JobContext } from './context.ts'

/** Texts written anew in one transaction: few enough that nobody waits for its locks. */
const batch = 100

/** Writes the words that search knows anew where the language of the site has changed. */
export async function restem({ sql, isOver }: Pick<JobContext, 'sql' | 'isOver'>): Promise<void> {
  while (!isOver()) {
    const [row] = await sql<{ done: number }[]>`select private.restem_texts(${batch}) as done`
    if (row!.done === 0) return
  }
}

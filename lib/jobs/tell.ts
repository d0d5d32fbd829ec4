import type { JobContext } from './context.ts'

/** People told in one transaction: enough to be quick, few enough that nobody waits for its locks. */
const batch = 5_000

/** Tells everybody who follows of what happened, until nothing waits. Several programs may do it at once. */
export async function tell({ sql, isOver }: Pick<JobContext, 'sql' | 'isOver'>): Promise<void> {
  while (!isOver()) {
    const [row] = await sql<{ looked_at: number | null }[]>`select private.tell(${batch}) as looked_at`
    if (row!.looked_at === null) return
  }
}

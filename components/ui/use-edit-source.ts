import { useEffect, useState } from 'react'
import { callAction } from '@/lib/browser/call-action'
import type { ActionResult } from '@/lib/schemas/action-result'

/** A text as it was written, asked for when its editor opens: null until it is there, or why it cannot be. */
export function useEditSource<Source>(
  id: number,
  getSource: (input: { id: number }) => Promise<ActionResult<Source>>,
) {
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    void callAction(() => getSource({ id })).then((result) =>
      result.ok ? setSource(result.data) : setProblem(result.message),
    )
  }, [id, getSource])
  return { source, problem }
}

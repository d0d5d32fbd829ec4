import type { Handler } from './handler.ts'

/** A table, or a table by one of its foreign keys: what a hosted project looks up its replaced ways by. */
const table = /^(?:\w+:)?(?!\w+_fkey\b)\w+(?:!\w+_fkey)?(?:!inner|!left)?$/

/**
 * Refuses the embeddings that Lite derives from foreign keys even where a function replaces them: by the name of a
 * constraint, over a third table, and spread. A hosted project answers none of these either.
 */
export function refusePastReplaced(answer: Handler): Handler {
  return async (request, peer) => {
    const selects = new URL(request.url).searchParams.getAll('select')
    return selects.every(isPlain) ? answer(request, peer) : Response.json(refusal, { status: 400 })
  }
}

const refusal = {
  code: 'PGRST200',
  message: 'Could not find a relationship by this name.',
  details: null,
  hint: null,
}

/** What stands before each bracket is a table's name, or a column's when the bracket closes an aggregate. */
const isPlain = (select: string): boolean =>
  !select.includes('...') &&
  [...select.matchAll(/([^(),]*)\((\)?)/g)].every(
    ([, name, end]) => table.test(name!) || (end === ')' && /^(?:\w+:)?\w+\.\w+$/.test(name!)),
  )

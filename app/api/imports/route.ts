import { t } from '@/lib/words/t'
import { takeUpload } from '@/lib/actions/uploads'
import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { refuse } from '@/lib/schemas/action-result'
import { isSameOrigin } from '@/lib/session/same-origin'

/**
 * Accepts a file that an admin imports: the body is the file, and the query has its id, name and size.
 * @returns an ActionResult
 */
export const POST = unavailableOnError(async (request: Request) => {
  if (!isSameOrigin(request.headers))
    return answerPrivate(refuse(t('pages.apiPictures.thisRequestMustCome')), 403)
  const { id = '', name = '', size } = Object.fromEntries(new URL(request.url).searchParams)
  const result = await takeUpload({ id, name, size, body: request.body ?? new ReadableStream() })
  const statuses: Partial<Record<string, number>> = { 'signed-out': 401, forbidden: 403 }
  return answerPrivate(result, result.ok ? 200 : (statuses[result.reason ?? ''] ?? 200))
})

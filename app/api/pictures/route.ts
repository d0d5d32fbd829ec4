import { t } from '@/lib/words/t'
import { addImage, pictureProblem, setAvatar, setLogo } from '@/lib/actions/pictures'
import { type ActionResult, refuse } from '@/lib/schemas/action-result'
import { avatarBytes, imageLimits } from '@/lib/schemas/image'
import { countPicture } from '@/lib/session/picture-rate-limit'
import { isSameOrigin } from '@/lib/session/same-origin'
import { getViewer } from '@/lib/session/viewer'
import { unavailableOnError } from '@/lib/publish/answer'
import { readBody, skipBody } from '@/lib/publish/read-body'

const say = (result: ActionResult<unknown>, status: number): Response =>
  Response.json(result, {
    status,
    headers: { 'Cache-Control': 'private, no-store', ...(status === 503 && { 'Retry-After': '1' }) },
  })

/**
 * Accepts a picture: the body is the file, and the query says what it is for. Doesn't store bytes from people who
 * aren't signed in or have sent many, reads no more than a picture may have, and shares the capacity fairly between
 * people.
 * @returns an ActionResult, also with status 200 if the picture's content is refused
 */
export const POST = unavailableOnError(async (request: Request) => {
  const { for: use, ...query } = Object.fromEntries(new URL(request.url).searchParams)
  const limit = use === 'image' ? imageLimits.bytes : avatarBytes
  if (!isSameOrigin(request.headers)) return say(refuse(t('pages.apiPictures.thisRequestMustCome')), 403)
  const viewer = await getViewer()
  if (!viewer) {
    await skipBody(request, limit)
    return say(refuse(t('common.signInToContinue'), { reason: 'signed-out' }), 401)
  }
  if (!countPicture(viewer.id)) {
    await skipBody(request, limit)
    const message = t('pages.apiPictures.youveUploadedALot')
    return say(refuse(message, { reason: 'rate-limit' }), 429)
  }
  const bytes = await readBody(request, limit, viewer.id)
  if (bytes === 'too large')
    return say(refuse(t('pages.apiPictures.thisFileIsLarger', { limit: limit / 1024 / 1024 })), 413)
  if (bytes === 'busy') return say(refuse(t('browser.callAction.busy')), 503)
  const { signal } = request
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>], {
    type: request.headers.get('content-type') ?? '',
  })
  try {
    if (use === 'avatar') return say(await setAvatar({ file, signal }), 200)
    if (use === 'logo') return say(await setLogo({ file, signal }), 200)
    return say(await addImage({ ...query, file, signal } as Parameters<typeof addImage>[0]), 200)
  } catch (error) {
    return say(pictureProblem(error), 200)
  }
})

import { t } from '../words/t.ts'
import 'server-only'
import { refuse, succeed } from '../schemas/action-result'
import { uploadSchema } from '../schemas/import'
import * as z from '../schemas/zod'
import type { ViewerClient } from '../supabase/server'
import { databaseProblem } from './refusals'
import { adminAction } from './member-action'

/** In bytes. The database accepts parts of up to a mebibyte. */
const piece = 1_000_000

/** Stores an uploaded file part by part, so that only one part is in memory at a time. */
export const takeUpload = adminAction(
  uploadSchema.extend({ body: z.instanceof(ReadableStream<Uint8Array>) }),
  async ({ id, name, size, body }, { client }) => {
    const run = { run_id: id }
    const { error } = await client.rpc('admin_begin_upload', { ...run, file_name: name, file_size: size })
    if (error) return databaseProblem(error)
    const refused = await addParts(client, id, body).catch(() =>
      refuse(t('actions.uploads.brokenOff'), { reason: 'gone' }),
    )
    if (!refused) {
      const ended = await client.rpc('admin_end_upload', run)
      if (!ended.error) return succeed({ id })
    }
    await client.rpc('admin_stop_import', run)
    return refused ?? refuse(t('actions.uploads.brokenOff'), { reason: 'gone' })
  },
)

async function addParts(client: ViewerClient, id: string, body: ReadableStream<Uint8Array>) {
  let part = 0
  for await (const bytes of piecesOf(body)) {
    const content = bytes.toString('base64')
    const { error } = await client.rpc('admin_add_upload_part', { run_id: id, part: part++, content })
    if (error) return databaseProblem(error)
  }
  return null
}

async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    waiting.push(chunk)
    size += chunk.length
    while (size >= piece) {
      const all = Buffer.concat(waiting)
      yield all.subarray(0, piece)
      waiting = [all.subarray(piece)]
      size -= piece
    }
  }
  if (size > 0) yield Buffer.concat(waiting)
}

import { t } from '../words/t.ts'
import 'server-only'
import type * as z from '../schemas/zod'
import { type ActionResult, refuse, refuseFields } from '../schemas/action-result'
import { type ViewerClient, viewerClient } from '../supabase/server'
import { isTeam } from '../session/is-team'
import { getSite } from '../queries/site'
import { getViewer, type Viewer } from '../session/viewer'

type Run<Schema extends z.ZodType, Data> = (
  input: z.output<Schema>,
  as: { viewer: Viewer; client: ViewerClient },
) => Promise<ActionResult<Data>>

/** Checks who it is and validates the input. The database decides whether that person may do it. */
export function memberAction<Schema extends z.ZodType, Data>(schema: Schema, run: Run<Schema, Data>) {
  return async (input: z.input<Schema>): Promise<ActionResult<Data>> => {
    await getSite()
    const viewer = await getViewer()
    if (!viewer) return refuse(t('common.signInToContinue'), { reason: 'signed-out' })
    const parsed = schema.safeParse(input)
    if (!parsed.success) return refuseFields(parsed.error)
    return run(parsed.data, { viewer, client: await viewerClient() })
  }
}

/** The same for the team (admins and moderators). Others only learn that it is for the team. */
export function teamAction<Schema extends z.ZodType, Data>(schema: Schema, run: Run<Schema, Data>) {
  return memberAction(schema, async (input, as) =>
    isTeam(as.viewer)
      ? run(input, as)
      : refuse(t('actions.memberAction.onlyTheTeamCan'), { reason: 'forbidden' }),
  )
}

export function adminAction<Schema extends z.ZodType, Data>(schema: Schema, run: Run<Schema, Data>) {
  return memberAction(schema, async (input, as) =>
    as.viewer.role === 'admin'
      ? run(input, as)
      : refuse(t('actions.memberAction.onlyAnAdminCan'), { reason: 'forbidden' }),
  )
}

import { answerPrivate, unavailableOnError } from '@/lib/publish/answer-query'
import { countViews } from '@/lib/queries/dashboard'
import { isTeam } from '@/lib/session/is-team'
import { getViewer } from '@/lib/session/viewer'

/** How many posts each of the team's views shows. For everybody else there is nothing here. */
export const GET = unavailableOnError(async () =>
  isTeam(await getViewer())
    ? answerPrivate({ counts: await countViews() })
    : answerPrivate({ message: 'Nothing is here.' }, 404),
)

import type { Voter } from '@/lib/queries/signals'
import { PersonName } from '../ui/person-name'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { RelativeTime } from '../ui/relative-time'

/** Somebody who voted, with what stands out about the vote and what the team can do with it. */
export function VoterRow(props: {
  voter: Voter
  isSending: boolean
  onSet: (wanted: boolean) => void
  onTake: () => void
}) {
  const { voter, isSending, onSet, onTake } = props
  const { name, avatar, isTeam, votedAt, isYoung, inBurst, networkVotes, isBlocked, isSetAside, given } =
    voter
  const marks = [
    isBlocked && 'blocked',
    isSetAside && 'set aside',
    isYoung && 'new account',
    inBurst && 'in a burst',
    networkVotes > 1 && `one of ${networkVotes} from a network`,
  ].filter((mark) => typeof mark === 'string')
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-2">
      <Avatar name={name} src={avatar} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          <PersonName name={name} isTeam={isTeam} />
        </p>
        <p className="text-xs text-ink-soft">
          <RelativeTime iso={votedAt} />
          {marks.length > 0 && `, ${marks.join(', ')}`}
        </p>
      </div>
      <button
        type="button"
        disabled={isSending}
        aria-label={isSetAside ? `Count the vote of ${name} again` : `Set the vote of ${name} aside`}
        onClick={() => onSet(!isSetAside)}
        className={buttonClass('ghost', '-me-2 sm:-me-3')}
      >
        {isSetAside ? 'Count again' : 'Set aside'}
      </button>
      {given && (
        <div className="flex basis-full items-center gap-2 ps-8">
          <p className="min-w-0 flex-1 text-xs break-words text-ink-soft">
            Given by <bdi>{given.by}</bdi>: <bdi>{given.why}</bdi>
          </p>
          <button
            type="button"
            disabled={isSending}
            aria-label={`Take back the vote for ${name}`}
            onClick={onTake}
            className={buttonClass('ghost', '-me-2 sm:-me-3')}
          >
            Take back
          </button>
        </div>
      )}
    </li>
  )
}

'use client'

import { useEffect, useState } from 'react'
import { getVoters } from '@/lib/actions/dashboard'
import { takeVote } from '@/lib/actions/votes'
import { callAction } from '@/lib/browser/call-action'
import { countText } from '@/lib/text/count-text'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { GiveVote } from './give-vote'

type Loaded = Extract<Awaited<ReturnType<typeof getVoters>>, { ok: true }>['data']
type Voter = { id: string; name: string }

/** Who voted for a post, marked where somebody of the team did it for them, and the way to do so. */
export function Voters({ id }: { id: number }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [problem, setProblem] = useState('')
  const [isGiving, setGiving] = useState(false)
  const [version, setVersion] = useState(0)
  const reload = () => setVersion((before) => before + 1)

  useEffect(() => {
    let isStale = false
    void callAction(() => getVoters({ id })).then((result) => {
      if (isStale) return
      setProblem(result.ok ? '' : result.message)
      if (result.ok) setLoaded(result.data)
    })
    return () => {
      isStale = true
    }
  }, [id, version])

  async function take({ id: person, name }: Voter) {
    const result = await callAction(() => takeVote({ post: id, person }))
    if (result.ok) toast({ title: `The vote for ${name} is taken back.` })
    else toast({ variant: 'destructive', title: result.message })
    reload()
  }

  if (!loaded) return <FormMessage>{problem}</FormMessage>
  const { voters, votesTotal, given } = loaded
  const more = votesTotal - voters.length
  return (
    <section aria-label="Voters">
      <h2 className="font-semibold">Voters</h2>
      <FormMessage>{problem}</FormMessage>
      {voters.length > 0 && (
        <ul className="mt-2 flex flex-wrap items-center gap-1">
          {voters.map(({ id: person, name, avatar }) => (
            <li key={person} title={name}>
              <Avatar name={name} src={avatar} size="sm" />
              <span className="sr-only">{name}</span>
            </li>
          ))}
          {more > 0 && <li className="tabular text-ink-soft">and {countText(more)} more</li>}
        </ul>
      )}
      {given.length > 0 && (
        <ul aria-label="Votes given by the team" className="mt-2 space-y-1">
          {given.map((voter) => (
            <li key={voter.id} className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 flex-1 break-words">
                <bdi className="font-medium">{voter.name}</bdi>{' '}
                <span className="text-ink-soft">
                  by <bdi>{voter.by ?? 'Deleted user'}</bdi>: <bdi>{voter.why}</bdi>
                </span>
              </span>
              <button
                type="button"
                aria-label={`Take back the vote for ${voter.name}`}
                onClick={(event) => {
                  focusNear(event.currentTarget)
                  void take(voter)
                }}
                className="min-h-6 text-xs text-ink-soft underline hover:text-ink pointer-coarse:min-h-11"
              >
                Take back
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={() => setGiving(true)} className={buttonClass('ghost', '-ms-2 mt-1')}>
        Vote for somebody
      </button>
      {isGiving && (
        <GiveVote
          postId={id}
          onGiven={(person, name) => {
            setGiving(false)
            reload()
            toast({
              title: `A vote for ${name} is added.`,
              action: {
                label: 'Undo',
                run: () => void take({ id: person, name }),
              },
            })
          }}
          onClose={() => setGiving(false)}
        />
      )}
    </section>
  )
}

'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { Signals as Found } from '@/lib/queries/signals'
import { Button } from '../ui/button'
import { LongDate } from '../ui/long-date'
import { useDelayed } from '../ui/use-delayed'
import { Voters } from './voters'
import { VotersDialog } from './voters-dialog'
import { useVotesAside } from './use-votes'

type Signal = Found['votes'][number]

/**
 * Milliseconds that a post is open before its signals are loaded, so that people who move on quickly cause no requests.
 */
const pause = 150

export function Signals({ id, onChanged }: { id: number; onChanged: (votesTotal: number) => void }) {
  const [found, setFound] = useState<Found | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [listsAside, setListsAside] = useState(false)
  const [version, setVersion] = useState(0)
  const change = (votesTotal: number) => {
    setVersion((before) => before + 1)
    onChanged(votesTotal)
  }

  useDelayed(`${id} ${version}`, pause, (signal) =>
    fetchJson<Found | null>('/api/signals', { query: { post: id }, signal }).then(
      (answer) => {
        setFound(answer)
        setMissing(false)
      },
      () => !signal.aborted && setMissing(true),
    ),
  )

  return (
    <>
      <Voters id={id} version={version} onChanged={change} />
      {isMissing && <p className="text-ink-soft">{t('team.signals.signalsCouldntBeLoaded')}</p>}
      {found && <Found {...found} id={id} onChanged={change} onListAside={() => setListsAside(true)} />}
      {listsAside && (
        <VotersDialog id={id} onlyAside onClose={() => setListsAside(false)} onChanged={change} />
      )}
    </>
  )
}

function Found(
  props: Found & { id: number; onChanged: (votesTotal: number) => void; onListAside: () => void },
) {
  const { id, onChanged, onListAside, votes, excluded, samePosts, samePostsTotal, sameComments } = props
  const { set, isSending } = useVotesAside(id, onChanged)
  if (votes.length + excluded + samePosts.length + sameComments.length === 0) return null
  return (
    <section aria-label={t('team.signals.signals')}>
      <ul className="space-y-2.5 rounded-md border border-line bg-mark/30 px-3 py-2">
        {votes.map((signal) => (
          <li key={signal.kind} className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 basis-52">
              <Said {...signal} />
            </span>
            <Button
              disabled={isSending}
              aria-label={t('team.signals.excludeTheVotes', {
                votes: signal.votes,
                kind: signal.kind,
              })}
              onClick={() => void set({ wanted: true, signal: signal.kind })}
            >
              {t('common.exclude')}
            </Button>
          </li>
        ))}
        {samePosts.length > 0 && (
          <li>
            {t('team.signals.otherPostsSayThe', { samePostsTotal })}
            <ul>
              {samePosts.map((post) => (
                <li key={post.id} className="truncate">
                  {post.authorName ? (
                    rich('team.signals.postBy', {
                      title: post.title,
                      author: post.authorName,
                      l: () => <PostLink key="post" {...post} />,
                      s: (text) => (
                        <span key="author" className="text-ink-soft">
                          {text}
                        </span>
                      ),
                      b: (text) => <bdi key="name">{text}</bdi>,
                    })
                  ) : (
                    <PostLink {...post} />
                  )}
                </li>
              ))}
            </ul>
          </li>
        )}
        {sameComments.map(({ id: comment, body, copies, people }) => (
          <li key={comment}>
            {t('team.signals.theSameCommentWas', { copies, people })}
            <span dir="auto" className="block truncate text-ink-soft">
              {body}
            </span>
          </li>
        ))}
        {excluded > 0 && (
          <li className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 basis-52">{t('team.signals.votesExcluded', { excluded })}</span>
            <Button aria-label={t('team.signals.showExcludedVotes')} onClick={onListAside} look="ghost">
              {t('common.show')}
            </Button>
            <Button
              disabled={isSending}
              aria-label={t('team.signals.countAllExcludedVotes')}
              onClick={() => void set({ wanted: false })}
            >
              {t('common.countAgain')}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}

const Said = ({ kind, votes, since }: Signal) =>
  rich('team.signals.votes', { kind, votes, d: () => <LongDate key="since" iso={since} /> })

const PostLink = ({ address, title }: Found['samePosts'][number]) => (
  <a href={address} target="_blank" dir="auto" className="underline">
    {title}
  </a>
)

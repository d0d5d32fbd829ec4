'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { deleteNote } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import { dashboardAddress, type DashboardQuery } from '@/lib/post/dashboard-query'
import { postStates } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import type { DashboardPage } from '@/lib/queries/dashboard'
import type { TeamMember } from '@/lib/queries/people'
import type { Note, Tag } from '@/lib/queries/triage'
import { countText, totalText } from '@/lib/text/count-text'
import { useStateNames } from '../post/state-names'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { EmptyState, NextStep } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { toast } from '../ui/toast-store'
import { commands } from './commands'
import * as decisions from './decisions'
import { InboxActions, InboxBar, type Chosen } from './inbox-actions'
import { type DialogName, InboxDialogs } from './inbox-dialogs'
import { focusList, InboxList } from './inbox-list'
import { InboxPost, readingId } from './inbox-post'
import { type Act, useActs } from './use-acts'
import { useInbox } from './use-inbox'
import { useKeys } from './use-keys'
import { useMorePosts } from './use-more-posts'
import { useTriagePosts } from './use-triage-posts'
import { Swipe } from './swipe'
import { WriteForm, type Writing } from './write-form'

const dialogs: Partial<Record<Chosen, DialogName>> = {
  category: 'category',
  merge: 'merge',
  tags: 'tags',
  plan: 'plan',
  edit: 'edit',
  hide: 'hide',
  block: 'block',
  delete: 'delete',
}

/** The list, the post that is open beside it, and the keys for both. On a phone it is one of the two. */
export function InboxDesk(props: {
  query: DashboardQuery
  page: DashboardPage
  categories: Category[]
  tags: Tag[]
  team: TeamMember[]
  viewerId: string
  isLoading: boolean
  /** What is written to posts and not sent, by the kind of text and the post. */
  drafts: Map<string, string>
  onTags: (tags: Tag[]) => void
  onKeys: () => void
  onShowAll: () => void
}) {
  const { query, page, categories, tags, team, viewerId, isLoading, drafts, onTags, onKeys, onShowAll } =
    props
  const router = useRouter()
  const stateNames = useStateNames()
  const inbox = useInbox(page)
  const { rows, total, isTotalExact, open, targets, chosen } = inbox
  const acts = useActs(inbox, () => router.refresh())
  const at = open ? rows.indexOf(open) : 0
  const { posts, problem, retry, renew } = useTriagePosts(rows.slice(at).map(({ id }) => id))
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [writing, setWriting] = useState<Writing | null>(null)
  const [isReading, setReading] = useState(false)
  const more = useMorePosts(inbox, query, page.after)

  /** An act that shows in what is said about the post. */
  function withRenewal(act: Act): Act {
    const ids = act.posts.map(({ id }) => id)
    return {
      ...act,
      run: async () => {
        const answer = await act.run()
        void renew(ids)
        return answer
      },
      undo: async (held) => {
        const answer = await act.undo(held)
        void renew(ids)
        return answer
      },
    }
  }

  function choose(command: Chosen, index = 0) {
    const opened = dialogs[command]
    if (opened && targets.length > 0) return setDialog(opened)
    switch (command) {
      case 'next':
      case 'previous':
        setWriting(null)
        return inbox.step(command === 'next' ? 1 : -1)
      case 'state': {
        const state = postStates[index]!
        return acts.perform(decisions.toState(targets, state, stateNames[state]))
      }
      case 'look':
        return acts.perform(decisions.look(targets))
      case 'reply':
      case 'note':
        return open && setWriting(command)
      case 'choose':
        return open && inbox.toggle(open.id)
      case 'undo':
        return acts.undo()
      case 'open':
        setReading(true)
        // Not there on a phone before it is shown.
        return setTimeout(() => document.getElementById(readingId)?.focus())
      case 'back':
        return goBack()
      case 'search':
        return document.querySelector<HTMLElement>('[role=search] input[name=q]')?.focus()
      case 'keys':
        return onKeys()
    }
  }

  /** From what is written to the post, from the post to the list. */
  function goBack() {
    if (writing) setWriting(null)
    else setReading(false)
    setTimeout(focusList)
  }

  useKeys((command, index) => {
    if (command === 'next' || command === 'previous' || command === 'state' || command === 'look') focusList()
    choose(command, index)
  })

  function send(kind: Writing, text: string) {
    if (!open) return
    const act = kind === 'reply' ? decisions.reply(open, text) : decisions.note(open, text)
    const draft = `${kind}:${open.id}`
    const sent = drafts.get(draft)
    setWriting(null)
    setTimeout(focusList)
    acts.perform(
      withRenewal({
        ...act,
        run: async () => {
          const answer = await act.run()
          if (!answer.problem && drafts.get(draft) === sent) drafts.delete(draft)
          return answer
        },
      }),
    )
  }

  async function removeNote({ id }: Note) {
    const result = await callAction(() => deleteNote({ id }))
    if (!result.ok) return toast({ variant: 'destructive', title: result.message })
    if (open) void renew([open.id])
    toast({ title: 'The note is deleted.' })
  }

  if (rows.length === 0)
    return Object.keys(query.filter).length > 1 ? (
      <EmptyState
        action={
          <button type="button" onClick={onShowAll} className={buttonClass('outline')}>
            Show the whole inbox
          </button>
        }
      >
        Nothing in the inbox matches.
      </EmptyState>
    ) : (
      <EmptyState action={<NextStep href="/dashboard">Show all posts</NextStep>}>
        Nothing is waiting. The team has looked at every post.
      </EmptyState>
    )

  return (
    <div className="items-start gap-4 lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className={`lg:sticky lg:top-18 ${isReading ? 'max-lg:hidden' : ''}`}>
        <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3">
          <p role="status" className="tabular me-auto text-ink-soft">
            {isLoading ? 'Loading...' : `${totalText({ total, isTotalExact })} to look at`}
          </p>
          {chosen.size > 0 && (
            <>
              <span className="tabular font-medium">{countText(chosen.size)} selected</span>
              <button type="button" onClick={inbox.chooseAll} className="min-h-9 underline">
                All
              </button>
              <button type="button" onClick={inbox.chooseNone} className="min-h-9 underline">
                None
              </button>
            </>
          )}
        </div>
        <InboxList
          inbox={inbox}
          onOpen={(id) => {
            setWriting(null)
            inbox.show(id)
            setReading(true)
          }}
        />
        <nav aria-label="Pages" className="mt-3 flex justify-between gap-2 empty:hidden">
          {page.before && (
            <AppLink
              href={dashboardAddress({ ...query, cursor: page.before, isBackwards: true })}
              className={buttonClass('outline')}
            >
              Newer posts
            </AppLink>
          )}
          {more.after && (
            <AppLink
              href={dashboardAddress({ ...query, cursor: more.after, isBackwards: false })}
              className={buttonClass('outline', 'ms-auto')}
            >
              Older posts
            </AppLink>
          )}
        </nav>
      </div>
      <div className={`lg:sticky lg:top-18 ${isReading ? '' : 'max-lg:hidden'}`}>
        <button
          type="button"
          onClick={goBack}
          className={buttonClass('ghost', '-ms-2 mb-2 sm:-ms-3 lg:!hidden')}
        >
          <Icon name="back" />
          Back to the list
        </button>
        {open ? (
          <>
            <p className="mb-2 hidden text-xs text-ink-soft max-lg:pointer-coarse:block">
              Swipe right when you have looked at it, left to hide it.
            </p>
            <Swipe
              right={{ name: commands.look.name, run: () => choose('look') }}
              left={{ name: commands.hide.name, run: () => choose('hide') }}
            >
              <InboxPost
                row={open}
                post={posts.get(open.id)}
                isMissing={problem}
                onRetry={retry}
                tags={tags}
                team={team}
                viewerId={viewerId}
                onDeleteNote={(note) => void removeNote(note)}
                onVotes={(votesTotal) => inbox.change([open.id], { votesTotal })}
                actions={<InboxActions state={open.state} onChoose={choose} />}
                bar={<InboxBar state={open.state} onChoose={choose} />}
              >
                {writing && (
                  <WriteForm
                    key={`${writing}:${open.id}`}
                    kind={writing}
                    postId={open.id}
                    text={drafts.get(`${writing}:${open.id}`) ?? ''}
                    onType={(text) => drafts.set(`${writing}:${open.id}`, text)}
                    onSend={(text) => send(writing, text)}
                    onClose={goBack}
                  />
                )}
              </InboxPost>
            </Swipe>
          </>
        ) : (
          <NothingOpen hasMore={more.after !== null} hasFailed={more.hasFailed} retry={more.retry} />
        )}
      </div>
      {dialog && (
        <InboxDialogs
          name={dialog}
          {...{ inbox, acts, categories, tags, team, onTags, posts }}
          withRenewal={withRenewal}
          onEdited={() => open && void renew([open.id])}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}

/** What stands beside the list once everything in it is decided. */
function NothingOpen(props: { hasMore: boolean; hasFailed: boolean; retry: () => void }) {
  const { hasMore, hasFailed, retry } = props
  if (!hasMore)
    return (
      <EmptyState action={<NextStep href="/dashboard">Show all posts</NextStep>}>
        All done. Nothing is waiting any more.
      </EmptyState>
    )
  if (!hasFailed) return <EmptyState>More posts are on their way...</EmptyState>
  return (
    <EmptyState
      action={
        <button type="button" onClick={retry} className={buttonClass('outline')}>
          Try again
        </button>
      }
    >
      More posts could not be loaded.
    </EmptyState>
  )
}

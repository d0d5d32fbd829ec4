'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { deleteNote } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { DashboardQuery } from '@/lib/post/dashboard-query'
import { postStates } from '@/lib/post/states'
import type { DashboardPage, DashboardRow } from '@/lib/queries/dashboard'
import type { Note, Tag } from '@/lib/queries/triage'
import { useStateNames } from '../state/post-state'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { toast, toastProblem } from '../ui/toast-store'
import { commands } from '../team/key-commands'
import { tellUndone, useActs } from '../team/acts'
import { useKeys } from '../team/keys'
import type { Lists } from '../team/filters'
import * as inboxActs from './inbox-acts'
import { type Chosen, InboxActions, InboxBar } from './inbox-actions'
import { type DialogName, InboxDialogs } from './inbox-dialogs'
import {
  AllDecided,
  EmptyInbox,
  focusList,
  InboxList,
  InboxListHead,
  InboxPages,
  showOpenOption,
} from './inbox-list'
import { InboxPost, readingId } from './inbox-post'
import { useInbox, useMorePosts, useTriagePosts } from './use-inbox'
import { Swipe } from './swipe'
import { WriteForm, type Writing } from './write-form'

const dialogNames: string[] = ['category', 'merge', 'tags', 'plan', 'edit', 'hide', 'block', 'delete']
const isDialog = (command: Chosen): command is DialogName => dialogNames.includes(command)

export function InboxView(
  props: Lists & {
    query: DashboardQuery
    page: DashboardPage
    viewerId: string
    isLoading: boolean
    /** Unsent drafts, by the kind of text and the post. */
    drafts: Map<string, string>
    onTags: (tags: Tag[]) => void
    onShowAll: () => void
  },
) {
  const { query, page, categories, tags, team, viewerId, isLoading, drafts, onTags, onShowAll } = props
  const router = useRouter()
  const stateNames = useStateNames()
  const inbox = useInbox(page)
  const { rows, open, targets } = inbox
  const at = open ? rows.indexOf(open) : 0
  const { posts, problem, retry, renew } = useTriagePosts(rows.slice(at).map(({ id }) => id))
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [writing, setWriting] = useState<Writing | null>(null)
  const [isReading, setReading] = useState(false)
  const more = useMorePosts(inbox, query, page.after)

  const acts = useActs<DashboardRow, inboxActs.InboxAct>({
    tellsFirst: true,
    show({ things, word, shown }) {
      if (shown) inbox.change(things, shown)
      if (word) inbox.decide(things, word)
    },
    showUndo({ things }) {
      inbox.putBack(things)
      inbox.show(things[0]!.id)
    },
    onAnswer({ failed, problem }, { things, renews }) {
      if (renews) void renew(things)
      if (!problem) return
      inbox.putBack(failed)
      toastProblem(t('common.thatDidntWork'), problem)
    },
    onUndone(answer, held, { renews }) {
      if (renews) void renew(held)
      tellUndone(answer)
      router.refresh()
    },
  })

  function choose(command: Chosen, index = 0) {
    if (isDialog(command) && targets.length > 0) return setDialog(command)
    switch (command) {
      case 'next':
      case 'previous':
        setWriting(null)
        return inbox.step(command === 'next' ? 1 : -1)
      case 'state': {
        const state = postStates[index]!
        return void acts.perform(inboxActs.toState(targets, state, stateNames[state]))
      }
      case 'look':
        return void acts.perform(inboxActs.look(targets))
      case 'reply':
      case 'note':
        return open && setWriting(command)
      case 'choose':
        return open && inbox.toggle(open.id)
      case 'undo':
        return acts.undo()
      case 'open':
        return read()
      case 'back':
        return goBack()
      case 'search':
        return document.querySelector<HTMLElement>('[role=search] input[name=q]')?.focus()
    }
  }

  function read() {
    setReading(true)
    // On a phone, it doesn't exist until it is shown.
    setTimeout(() => {
      document.getElementById(readingId)?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    })
  }

  function goBack() {
    if (writing) setWriting(null)
    else setReading(false)
    setTimeout(() => {
      focusList()
      if (!writing) showOpenOption()
    })
  }

  useKeys((command, index) => {
    if (command === 'next' || command === 'previous' || command === 'state' || command === 'look') focusList()
    choose(command, index)
  })

  function send(kind: Writing, text: string) {
    if (!open) return
    const act = kind === 'reply' ? inboxActs.reply(open, text) : inboxActs.note(open, text)
    const draft = `${kind}:${open.id}`
    const sent = drafts.get(draft)
    setWriting(null)
    setTimeout(focusList)
    void acts.perform({
      ...act,
      run: async () => {
        const answer = await act.run()
        if (!answer.problem && drafts.get(draft) === sent) drafts.delete(draft)
        return answer
      },
    })
  }

  async function removeNote({ id }: Note) {
    const result = await callAction(() => deleteNote({ id }))
    if (!result.ok) return toastProblem(result.message)
    if (open) void renew([open])
    toast({ title: t('inbox.view.noteDeleted') })
  }

  if (rows.length === 0)
    return <EmptyInbox isNarrowed={Object.keys(query.filter).length > 1} onShowAll={onShowAll} />

  return (
    <>
      <div className={isReading ? 'max-lg:hidden' : undefined}>
        <InboxListHead inbox={inbox} isLoading={isLoading} />
      </div>
      <div
        data-reading={isReading || undefined}
        className="items-start gap-4 lg:grid lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
      >
        <div className={`lg:sticky lg:top-18 ${isReading ? 'max-lg:hidden' : ''}`}>
          <InboxList
            inbox={inbox}
            onOpen={(id) => {
              setWriting(null)
              inbox.show(id)
              if (window.matchMedia('(width < 64rem)').matches) read()
            }}
          />
          <InboxPages query={query} before={page.before} after={more.after} />
        </div>
        <div className={`lg:sticky lg:top-18 ${isReading ? '' : 'max-lg:hidden'}`}>
          <Button onClick={goBack} look="ghost" className="-ms-2 mb-2 sm:-ms-3 lg:!hidden">
            <Icon name="back" className="icon back-icon" />
            {t('common.backToTheList')}
          </Button>
          {open ? (
            <>
              <p className="mb-2 hidden text-xs text-ink-soft max-lg:pointer-coarse:block">
                {t('inbox.view.swipeRightToMark')}
              </p>
              <Swipe
                end={{ name: commands.look.name, run: () => choose('look') }}
                start={{ name: commands.hide.name, run: () => choose('hide') }}
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
                  onVotes={(votesTotal) => inbox.change([open], { votesTotal })}
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
            <AllDecided hasMore={more.after !== null} hasFailed={more.hasFailed} retry={more.retry} />
          )}
        </div>
        {dialog && (
          <InboxDialogs
            name={dialog}
            {...{ inbox, acts, categories, tags, team, onTags, posts }}
            onEdited={() => open && void renew([open])}
            onClose={() => setDialog(null)}
          />
        )}
      </div>
    </>
  )
}

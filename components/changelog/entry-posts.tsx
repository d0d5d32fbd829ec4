'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import type { LinkedPost } from '@/lib/queries/changelog-team'
import { callAction } from '@/lib/browser/call-action'
import { setStates } from '@/lib/actions/dashboard'
import { FindPost } from '../merge/find-post'
import { PostStateBadge, useStateNames } from '../state/post-state'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'
import { toastProblem } from '../ui/toast-store'

/** The posts linked to an entry. Before it is published, PublishDialog offers to complete them; after that, this does. */
export function EntryPosts(props: {
  posts: LinkedPost[]
  readOnly: boolean
  isPublished: boolean
  onChange: (posts: LinkedPost[]) => void
}) {
  const { posts, readOnly, isPublished, onChange } = props
  const stateNames = useStateNames()
  const open = posts.filter((post) => post.state !== 'completed').map(({ id }) => id)
  const [isOpen, setOpen] = useState(false)

  async function complete() {
    const seen = Object.fromEntries(posts.map(({ id, state }) => [id, state]))
    const result = await callAction(() => setStates({ ids: open, state: 'completed', seen }))
    if (!result.ok) return void toastProblem(t('dashboard.postColumns.theStateWasntChanged'), result.message)
    const done = new Set(
      result.data.filter(({ outcome }) => outcome !== 'conflict').map(({ post_id: id }) => id),
    )
    onChange(posts.map((post) => (done.has(post.id) ? { ...post, state: 'completed' } : post)))
  }

  return (
    <section aria-labelledby="linked-posts">
      <h2 id="linked-posts" className="mb-1 font-medium">
        {t('changelog.entryPosts.linkedPosts')}
      </h2>
      {posts.length > 0 && (
        <ul className="mb-2 divide-y divide-line rounded-lg border border-line bg-surface">
          {posts.map((post) => (
            <li key={post.id} className="flex items-start gap-2 py-1 ps-3">
              <div className="min-w-0 flex-1 py-1">
                <p dir="auto">{post.title}</p>
                <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-xs text-ink-soft">
                  <PostStateBadge state={post.state} />
                  <span className="tabular">{t('common.countVotes', { count: post.votesTotal })}</span>
                </p>
              </div>
              {!readOnly && (
                <Button
                  look="ghost"
                  className="pointer-coarse:min-w-11"
                  aria-label={t('changelog.entryPosts.remove', { title: post.title })}
                  onClick={({ currentTarget }) => {
                    focusNear(currentTarget)
                    onChange(posts.filter(({ id }) => id !== post.id))
                  }}
                >
                  <Icon name="close" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="mb-2 text-ink-soft">{t('changelog.entryPosts.followersAreNotified')}</p>
      {isPublished && !readOnly && open.length > 0 && (
        <p className="mb-2">
          <Button onClick={complete}>
            {t('changelog.publishDialog.complete', { count: open.length, state: stateNames.completed })}
          </Button>
        </p>
      )}
      {!readOnly && (
        <Button onClick={() => setOpen(true)}>
          <Icon name="plus" />
          {t('changelog.entryPosts.linkAPost')}
        </Button>
      )}
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={t('changelog.entryPosts.linkAPost')} size="lg">
          <FindPost
            label={t('team.searchPosts.searchPosts')}
            title=""
            except={posts.map(({ id }) => id)}
            onChoose={(post) => {
              onChange([...posts, post])
              setOpen(false)
            }}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </section>
  )
}

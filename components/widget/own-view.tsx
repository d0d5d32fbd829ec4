'use client'

import { t } from '@/lib/words/t'
import { useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { OwnPost } from '@/lib/queries/own-posts'
import { useSession } from '@/lib/session/browser/store'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { PostRowFrame } from '../post/post-row'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

export function OwnView() {
  const { status, viewer } = useSession()
  const viewerId = viewer?.id
  const [posts, setPosts] = useState<OwnPost[] | null>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!viewerId) return
    let isOver = false
    fetchJson<{ posts: OwnPost[] }>('/api/viewer/posts').then(
      (answer) => !isOver && setPosts(answer.posts),
      () => !isOver && setFailed(true),
    )
    return () => void (isOver = true)
  }, [viewerId])

  return (
    <>
      <h1 className="sr-only">{t('widget.yourPosts')}</h1>
      {status === 'signed-out' && (
        <EmptyState action={<Button onClick={() => openAuthDialog('sign-in')}>{t('common.signIn')}</Button>}>
          {t('widget.signInToSee')}
        </EmptyState>
      )}
      {failed && <p role="alert">{t('common.failedTryAgain')}</p>}
      {viewer && posts?.length === 0 && (
        <EmptyState action={<ButtonLink href="/embed/write">{t('common.newPost')}</ButtonLink>} />
      )}
      {viewer && posts && posts.length > 0 && (
        <div className="post-rows">
          {posts.map((post) => (
            <PostRowFrame key={post.id} post={post} title={post.title}>
              {null}
            </PostRowFrame>
          ))}
        </div>
      )}
    </>
  )
}

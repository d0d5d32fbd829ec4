'use client'

import { t } from '@/lib/words/t'
import { listAddress } from '@/lib/post/address'
import { followLevels } from '@/lib/post/follow-levels'
import type { FollowedPost, listFollows } from '@/lib/queries/follows'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { LoadMore } from '../ui/load-more'
import { usePages } from '../ui/use-pages'
import { ButtonLink } from '../ui/button'
import { useFollow, wantFollow } from './follow-store'

export function FollowedPosts({ first }: { first: Awaited<ReturnType<typeof listFollows>> }) {
  const pages = usePages<FollowedPost>(first.next, '/api/viewer/follows', 'posts', (before) => ({ before }))
  const { items, next, load } = pages
  const posts = [...first.posts, ...items]
  if (posts.length === 0) {
    return (
      <EmptyState action={<ButtonLink href={listAddress({})}>{t('common.findPostsToFollow')}</ButtonLink>}>
        {t('follow.followedPosts.youDontFollowAny')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {posts.map((post) => (
          <FollowedRow key={post.id} post={post} />
        ))}
      </ul>
      {next && <LoadMore href="/settings" load={load} />}
    </>
  )
}

function FollowedRow({ post }: { post: FollowedPost }) {
  const level = useFollow(post.id)?.level ?? post.level
  const { name } = followLevels.find(({ value }) => value === level)!
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1">
      <AppLink href={post.address} className="min-w-0 flex-1 basis-40 py-1.5 hover:underline">
        <span dir="auto">{post.title}</span>
      </AppLink>
      <ChoiceMenu
        label={`${name}: ${post.title}`}
        choices={[...followLevels]}
        value={level}
        onChoose={({ value }) => void wantFollow(post.id, value)}
        className={buttonClass('ghost')}
      >
        {name}
        <Icon name="down" className="size-3.5 shrink-0" />
      </ChoiceMenu>
    </li>
  )
}

import { ImageGrid } from '@/components/image/image-grid'
import { AppLink } from '@/components/ui/app-link'
import { Avatar } from '@/components/ui/avatar'
import { Icon } from '@/components/ui/icon'
import { LongDate } from '@/components/ui/long-date'
import { Markdown } from '@/components/ui/markdown'
import { VoteButton } from '@/components/vote/vote-button'
import { parseMarkdown } from '@/lib/text/markdown'
import type { getPost } from '@/lib/queries/posts'
import { PostActions } from './post-actions'
import { PostStateBadge } from './post-state-badge'
import { PostTimeline } from './post-timeline'

type Post = NonNullable<Awaited<ReturnType<typeof getPost>>>

export function PostArticle({ post }: { post: Post }) {
  const authorName = post.author?.name ?? 'Deleted user'
  return (
    <article>
      <nav aria-label="Breadcrumb" className="mb-4">
        <AppLink
          href={`/${post.categorySlug}`}
          className="inline-flex min-h-6 items-center gap-1.5 rounded-md text-ink-soft hover:text-ink"
        >
          <Icon name="back" />
          {post.category.name}
        </AppLink>
      </nav>
      <header className="flex gap-4">
        <VoteButton id={post.id} title={post.title} votes={post.votesTotal} size="lg" />
        <div className="min-w-0">
          <h1 dir="auto" className="text-lg font-semibold sm:text-xl">
            {post.title}
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-soft">
            <PostStateBadge state={post.state} />
            <span className="inline-flex items-center gap-1.5">
              <Avatar name={authorName} src={post.author?.avatar} size="sm" />
              {authorName}
            </span>
            <LongDate iso={post.createdAt} />
            {post.editedAt && (
              <span>
                edited <LongDate iso={post.editedAt} />
              </span>
            )}
          </p>
        </div>
      </header>
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <div>
          {post.details ? (
            <Markdown nodes={parseMarkdown(post.details)} />
          ) : (
            <p className="text-ink-soft">No details were given.</p>
          )}
          <ImageGrid images={post.images} />
          <PostActions
            id={post.id}
            authorId={post.author?.id ?? null}
            categorySlug={post.categorySlug}
            images={post.images}
          />
        </div>
        <PostTimeline post={post} />
      </div>
    </article>
  )
}

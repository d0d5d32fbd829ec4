import { PersonName } from '@/components/ui/person-name'
import { MergedPosts } from '@/components/merge/merged-posts'
import { AppLink } from '@/components/ui/app-link'
import { Avatar } from '@/components/ui/avatar'
import { Icon } from '@/components/ui/icon'
import { LongDate } from '@/components/ui/long-date'
import { Markdown } from '@/components/ui/markdown'
import { VoteButton } from '@/components/vote/vote-button'
import { parseMarkdown } from '@/lib/text/markdown'
import { mergedIdsOf } from '@/lib/queries/merges'
import type { Post } from '@/lib/queries/posts'
import { OfficialUpdate } from './official-update'
import { MemberActions } from './member-actions'
import { PostImages } from './post-images'
import { PostStateBadge } from '../state/post-state-badge'

const nobody = { id: null, name: 'Deleted user', avatar: null, isTeam: false }

/** What the post says, below who said it and how it stands. */
export function PostArticle({ post, update }: { post: Post; update: Post['events'][number] | undefined }) {
  const author = post.author ?? nobody
  return (
    <article>
      <div className="mb-3 flex min-h-9 items-center justify-between gap-2">
        <nav aria-label="Breadcrumb">
          <AppLink
            href={`/${post.categorySlug}`}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-md pointer-coarse:min-h-11 pointer-coarse:min-w-11 text-ink-soft hover:text-ink"
          >
            <Icon name="back" />
            {post.category.name}
          </AppLink>
        </nav>
        <MemberActions
          id={post.id}
          title={post.title}
          author={post.author}
          isLocked={post.isLocked}
          isPinned={post.isPinned}
          categorySlug={post.categorySlug}
          images={post.images}
        />
      </div>
      <div className="flex flex-wrap gap-4">
        <VoteButton id={post.id} title={post.title} votes={post.votesTotal} size="lg" />
        <div className="min-w-[min(12rem,100%)] flex-1">
          <h1 dir="auto" className="text-lg font-semibold sm:text-xl">
            {post.title}
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-soft">
            <PostStateBadge state={post.state} />
            {post.expected && <span>Expected {post.expected}</span>}
            <span className="inline-flex items-center gap-1.5">
              <Avatar name={author.name} src={author.avatar} size="sm" />
              <PersonName name={author.name} isTeam={author.isTeam} />
            </span>
            <LongDate iso={post.createdAt} />
            {post.editedAt && (
              <span>
                edited <LongDate iso={post.editedAt} />
              </span>
            )}
          </p>
        </div>
      </div>
      <div className="post-column mt-6">
        {update && <OfficialUpdate update={update} />}
        {post.details ? (
          <Markdown nodes={parseMarkdown(post.details)} topHeading={2} />
        ) : (
          <p className="text-ink-soft">No details were given.</p>
        )}
        <PostImages images={post.images} />
        {mergedIdsOf(post).length > 0 && <MergedPosts postId={post.id} />}
      </div>
    </article>
  )
}

import { t } from '@/lib/words/t'
import { rich } from '@/components/ui/rich'
import { parseMarkdown } from '@/lib/text/markdown'
import { linkMentions } from '@/lib/post/link-mentions'
import { mergedIdsOf } from '@/lib/queries/merges'
import type { Post } from '@/lib/queries/posts'
import { getMergedPosts } from '@/lib/queries/merges'
import { PersonName } from '../person/person-name'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { Markdown } from '../ui/markdown'
import { VoteButton } from '../vote/vote-button'
import { PostStateBadge } from '../state/post-state'
import { MemberActions } from './member-tools'
import { MergedNote } from './merged-note'
import { PostImages } from './post-images'

const nobody = {
  id: null,
  get name() {
    return t('common.deletedUser')
  },
  avatar: null,
  isTeam: false,
}

export function PostArticle({ post, update }: { post: Post; update: Post['events'][number] | undefined }) {
  const author = post.author ?? nobody
  return (
    <article className="post-article">
      <div className="post-top no-print">
        <nav aria-label={t('post.article.breadcrumb')}>
          <AppLink href={`/${post.categorySlug}`} className="back-link">
            <Icon name="back" className="icon back-icon" />
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
      <div className="post-head">
        <h1 dir="auto" className="post-title">
          {post.title}
        </h1>
        <p>
          <PostStateBadge state={post.state} />
          {post.expected && <span>{t('post.article.expected', { expected: post.expected })}</span>}
          <span className="post-author">
            <Avatar name={author.name} src={author.avatar} size="sm" />
            <PersonName id={author.id} name={author.name} isTeam={author.isTeam} />
          </span>
          <LongDate iso={post.createdAt} />
          {post.editedAt && (
            <span>
              {rich('post.article.edited', {
                date: post.editedAt,
                d: () => <LongDate iso={post.editedAt!} />,
              })}
            </span>
          )}
        </p>
        {post.merges.map(({ post: id, title }) => (
          <MergedNote key={id} id={id}>
            <span>{rich('post.article.merged', { title, b: (text) => <bdi key="title">{text}</bdi> })}</span>
          </MergedNote>
        ))}
      </div>
      <div className="post-column mt-6">
        {update && <OfficialUpdate update={update} />}
        {post.details ? (
          <Markdown nodes={linkMentions(parseMarkdown(post.details), post.mentions)} topHeading={2} />
        ) : (
          <p className="text-ink-soft">{t('common.noDetails')}</p>
        )}
        <PostImages images={post.images} />
        {mergedIdsOf(post).length > 0 && <MergedPosts postId={post.id} />}
      </div>
      <VoteButton
        id={post.id}
        title={post.title}
        votes={post.votesTotal}
        size="lg"
        words={[t('post.article.vote'), t('post.article.voted')]}
      />
    </article>
  )
}

function OfficialUpdate({ update }: { update: Post['events'][number] }) {
  return (
    <section aria-labelledby="official-update" className="official-update">
      <h2 id="official-update" className="small-title">
        {t('post.article.officialUpdate')}
      </h2>
      <div className="mt-1">
        <Markdown nodes={parseMarkdown(update.note!)} />
      </div>
      <p>
        <PostStateBadge state={update.to} />
        {update.actorName && (
          <PersonName id={update.actorId} name={update.actorName} isTeam={update.actorIsTeam} />
        )}
        <LongDate iso={update.createdAt} />
      </p>
    </section>
  )
}

async function MergedPosts({ postId }: { postId: number }) {
  const posts = await getMergedPosts(postId)
  return (
    <section aria-labelledby="merged-posts" className="merged-posts mt-6">
      <h2 id="merged-posts" className="small-title">
        {t('post.article.alsoRequestedAs')}
      </h2>
      {posts.map((post) => (
        <details key={post.id}>
          <summary>
            <span dir="auto">{post.title}</span>
            <Icon name="down" />
          </summary>
          <p className="merged-facts">
            <PersonName id={post.authorId} name={post.authorName} isTeam={post.authorIsTeam} />
            <LongDate iso={post.createdAt} />
          </p>
          {post.details ? (
            <Markdown nodes={parseMarkdown(post.details)} topHeading={3} />
          ) : (
            <p className="text-ink-soft">{t('common.noDetails')}</p>
          )}
        </details>
      ))}
    </section>
  )
}

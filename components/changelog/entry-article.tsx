import { t } from '@/lib/words/t'
import { postAddress } from '@/lib/post/address'
import { changelogAddress, entryAddress } from '@/lib/post/changelog'
import type { ShownEntry } from '@/lib/queries/changelog'
import { ImageGrid } from '../image/image-grid'
import { EntryPicture } from './entry-picture'
import { PostStateBadge } from '../state/post-state'
import { AppLink } from '../ui/app-link'
import { LongDate } from '../ui/long-date'
import { Markdown } from '../ui/markdown'
import { Reactions } from './reactions'

export function EntryArticle(props: { entry: ShownEntry; isAlone?: boolean; showsReactions: boolean }) {
  const { entry, isAlone, showsReactions } = props
  const Heading = isAlone ? 'h1' : 'h2'
  const [picture, ...others] = entry.images
  return (
    <article aria-labelledby={`entry-${entry.id}`} className="changelog-entry">
      <p className="changelog-date">
        <LongDate iso={entry.day} />
      </p>
      <div className="min-w-0">
        <Heading
          id={`entry-${entry.id}`}
          dir="auto"
          className={isAlone ? 'changelog-title changelog-headline' : 'changelog-title'}
        >
          {isAlone ? entry.title : <AppLink href={entryAddress(entry.slug)}>{entry.title}</AppLink>}
        </Heading>
        {entry.labels.length > 0 && (
          <ul aria-label={t('changelog.entryArticle.labels')} className="changelog-labels">
            {entry.labels.map(({ id, name, slug }) => (
              <li key={id}>
                <AppLink href={changelogAddress(slug)}>{name}</AppLink>
              </li>
            ))}
          </ul>
        )}
        {picture && <EntryPicture image={picture} isAlone={isAlone} />}
        {entry.text.length > 0 && (
          <div className="mt-4">
            <Markdown nodes={entry.text} topHeading={isAlone ? 2 : 3} />
          </div>
        )}
        <ImageGrid images={others} />
        <FulfilledPosts entry={entry} />
        {showsReactions && <Reactions entry={entry.id} title={entry.title} counts={entry.reactions} />}
      </div>
    </article>
  )
}

function FulfilledPosts({ entry: { id, posts } }: { entry: ShownEntry }) {
  if (posts.length === 0) return null
  return (
    <div className="changelog-posts">
      <p id={`posts-${id}`} className="text-xs text-ink-soft">
        {t('changelog.entryArticle.youAsked')}
      </p>
      <ul aria-labelledby={`posts-${id}`}>
        {posts.map((post) => (
          <li key={post.id}>
            <AppLink
              href={postAddress(post)}
              className="flex items-center self-stretch py-1 font-medium hover:underline"
            >
              <span dir="auto">{post.title}</span>
            </AppLink>
            <span className="tabular text-ink-soft">
              {t('common.countVotes', { count: post.votesTotal })}
            </span>
            {post.state !== 'completed' && <PostStateBadge state={post.state} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

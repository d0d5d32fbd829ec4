import { t } from '@/lib/words/t'
import { useId } from 'react'
import { postAddress } from '@/lib/post/address'
import { changelogAddress } from '@/lib/post/changelog'
import type { ShownImage } from '@/lib/image/sizes'
import type { ShownEntry } from '@/lib/queries/changelog'
import { ImageGrid } from '../image/image-grid'
import { PostStateBadge } from '../state/post-state'
import { AppLink } from '../ui/app-link'
import { Markdown } from '../ui/markdown'
import { EntryPicture } from './entry-picture'

export type Content = Pick<ShownEntry, 'labels' | 'text' | 'posts'> & { images: ShownImage[] }

/** What is below the title of an entry, published or in the preview of its editor. */
export function EntryContent({ entry, isAlone }: { entry: Content; isAlone?: boolean }) {
  const [picture, ...others] = entry.images
  return (
    <>
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
      <FulfilledPosts posts={entry.posts} />
    </>
  )
}

function FulfilledPosts({ posts }: Pick<ShownEntry, 'posts'>) {
  const id = useId()
  if (posts.length === 0) return null
  return (
    <div className="changelog-posts">
      <p id={id}>{t('changelog.entryArticle.youAsked')}</p>
      <ul aria-labelledby={id}>
        {posts.map((post) => (
          <li key={post.id}>
            <AppLink href={postAddress(post)}>
              <span dir="auto">{post.title}</span>
            </AppLink>
            <span className="tabular">{t('common.countVotes', { count: post.votesTotal })}</span>
            {post.state !== 'completed' && <PostStateBadge state={post.state} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

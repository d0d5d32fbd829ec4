import { PersonName } from '@/components/ui/person-name'
import { LongDate } from '@/components/ui/long-date'
import { Markdown } from '@/components/ui/markdown'
import { getMergedPosts } from '@/lib/queries/merges'
import { parseMarkdown } from '@/lib/text/markdown'

export async function MergedPosts({ postId }: { postId: number }) {
  const posts = await getMergedPosts(postId)
  return (
    <section aria-labelledby="merged-posts" className="merged-posts">
      <h2 id="merged-posts" className="text-sm font-semibold">
        Also asked as
      </h2>
      {posts.map((post) => (
        <details key={post.id}>
          <summary>
            <span dir="auto">{post.title}</span>
          </summary>
          <p className="mt-1 mb-2 flex flex-wrap gap-x-2 text-xs text-ink-soft">
            <PersonName name={post.authorName ?? 'Deleted user'} isTeam={post.authorIsTeam} />
            <LongDate iso={post.createdAt} />
          </p>
          {post.details ? (
            <Markdown nodes={parseMarkdown(post.details)} topHeading={3} />
          ) : (
            <p className="text-ink-soft">No details were given.</p>
          )}
        </details>
      ))}
    </section>
  )
}

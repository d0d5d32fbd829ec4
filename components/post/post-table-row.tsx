import { AppLink } from '@/components/ui/app-link'
import { LongDate } from '@/components/ui/long-date'
import { VoteButton } from '@/components/vote/vote-button'
import { countText } from '@/lib/text/count-text'
import { postAddress } from '@/lib/post/address'
import type { ListedPost } from '@/lib/queries/posts'
import { PostStateBadge } from './post-state-badge'

export function PostTableRow({ post }: { post: ListedPost }) {
  return (
    <tr className="border-t border-line hover:bg-sunken">
      <td className="w-full px-3 py-2.5 font-medium">
        <AppLink href={postAddress(post)} className="block py-0.5 hover:underline">
          <span dir="auto">{post.title}</span>
        </AppLink>
        <span className="mt-1 block sm:hidden">
          <PostStateBadge state={post.state} />
        </span>
      </td>
      <td className="hidden px-3 py-2.5 sm:table-cell">
        <PostStateBadge state={post.state} />
      </td>
      <td className="px-3 py-1.5">
        <span className="flex justify-end">
          <VoteButton id={post.id} title={post.title} votes={post.votesTotal} size="sm" />
        </span>
      </td>
      <td className="tabular hidden px-3 py-2.5 text-end sm:table-cell">{countText(post.commentsTotal)}</td>
      <td className="hidden px-3 py-2.5 whitespace-nowrap text-ink-soft md:table-cell">
        <LongDate iso={post.createdAt} />
      </td>
    </tr>
  )
}

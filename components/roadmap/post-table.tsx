import { t } from '@/lib/words/t'
import { PostTableRows } from '@/components/post/post-table-row'
import { StateFilter } from '@/components/post/state-filter'
import { AppLink } from '@/components/ui/app-link'
import { EmptyState } from '@/components/ui/empty-state'
import { SortMark } from '@/components/ui/sort-mark'
import { listAddress, type ListFilter, newPostAddress } from '@/lib/post/address'
import type { PostOrder } from '@/lib/post/states'
import { postsIn } from '@/lib/queries/post-fields'
import { countPosts, getFirstPosts } from '@/lib/queries/posts'
import { ButtonLink } from '@/components/ui/button'

const columns: { name: string; descending?: PostOrder; ascending?: PostOrder; first?: 'ascending' }[] = [
  {
    get name() {
      return t('common.title')
    },
    ascending: 'title',
    descending: 'title-desc',
    first: 'ascending',
  },
  {
    get name() {
      return t('common.state')
    },
  },
  {
    get name() {
      return t('common.votes')
    },
    descending: 'top',
    ascending: 'fewest-votes',
  },
  {
    get name() {
      return t('common.comments')
    },
    descending: 'most-comments',
    ascending: 'fewest-comments',
  },
  {
    get name() {
      return t('roadmap.postTable.created')
    },
    descending: 'newest',
    ascending: 'oldest',
  },
]

export async function PostTable({ filter }: { filter: ListFilter }) {
  const [totals, { posts, next }] = await Promise.all([countPosts(filter.category), getFirstPosts(filter)])
  return (
    <>
      <StateFilter filter={filter} totals={totals} />
      <div className="post-table-frame">
        <table className="post-table">
          <caption className="sr-only">{t('roadmap.postTable.allPostsOnThe')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <SortableHead key={column.name} filter={filter} {...column} />
              ))}
            </tr>
          </thead>
          <tbody>
            <PostTableRows posts={postsIn('tableRow', posts)} filter={filter} next={next} />
          </tbody>
        </table>
        {posts.length === 0 && (
          <EmptyState
            hint={!filter.state && t('roadmap.postTable.postsAppearHereWith')}
            action={
              filter.state ? (
                <ButtonLink href={listAddress({ ...filter, state: undefined })}>
                  {t('common.showAllStates')}
                </ButtonLink>
              ) : (
                <ButtonLink href={newPostAddress(filter.category)}>{t('common.createAPost')}</ButtonLink>
              )
            }
          />
        )}
      </div>
    </>
  )
}

function SortableHead(props: { filter: ListFilter } & (typeof columns)[number]) {
  const { filter, name, descending, ascending, first } = props
  const order = filter.order ?? 'top'
  const direction = order === descending ? 'descending' : order === ascending ? 'ascending' : undefined
  const preferred = first === 'ascending' ? ascending : descending
  const other = first === 'ascending' ? descending : ascending
  const next = order === preferred ? other : preferred
  return (
    <th scope="col" aria-sort={direction}>
      {next ? (
        <AppLink href={listAddress({ ...filter, order: next })}>
          {name}
          <SortMark direction={direction} />
        </AppLink>
      ) : (
        name
      )}
    </th>
  )
}

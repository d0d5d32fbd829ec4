import { entryAddress } from '@/lib/post/changelog'
import type { ShownEntry } from '@/lib/queries/changelog'
import { AppLink } from '../ui/app-link'
import { LongDate } from '../ui/long-date'
import { EntryContent } from './entry-content'
import { Reactions } from './reactions'

export function EntryArticle(props: { entry: ShownEntry; isAlone?: boolean; showsReactions: boolean }) {
  const { entry, isAlone, showsReactions } = props
  const Heading = isAlone ? 'h1' : 'h2'
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
        <EntryContent entry={entry} isAlone={isAlone} />
        {showsReactions && <Reactions entry={entry.id} title={entry.title} counts={entry.reactions} />}
      </div>
    </article>
  )
}

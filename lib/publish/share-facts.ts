import { t } from '../words/t.ts'
import { createHash } from 'node:crypto'
import { longDate } from '../text/dates'
import { plainText } from '../text/plain-text'
import type { PostState } from '../post/states'
import type { Site } from '../queries/site'

/** Everything on a share image. The same facts give the same image. */
export type ShareFacts = {
  heading: string
  /** Replaces a heading in a script that the image's font doesn't have. */
  plainHeading: string
  section: string
  state?: { key: PostState; name: string }
  votes?: string
  siteName: string
  /** Left out if it is that of theme.css. */
  accent?: string
  /** The address of the site's logo; left out for the default signpost. */
  logo?: string
}

const looksOf = ({ name, accent, logo }: Site) => ({
  siteName: name,
  ...(accent && { accent }),
  ...(logo && { logo: logo.src }),
})

export function postShareFacts(
  post: { id: number; title: string; state: PostState; votesTotal: number; category: { name: string } },
  site: Site,
): ShareFacts {
  return {
    heading: post.title,
    plainHeading: t('publish.shareFacts.post', { id: post.id }),
    section: post.category.name,
    state: { key: post.state, name: site.stateNames[post.state] },
    votes: votes(post.votesTotal),
    ...looksOf(site),
  }
}

export function categoryShareFacts(category: { name: string; description: string }, site: Site): ShareFacts {
  return {
    heading: category.name,
    plainHeading: t('common.feedback'),
    section: plainText(category.description, 64),
    ...looksOf(site),
  }
}

export function changelogShareFacts(site: Site): ShareFacts {
  return {
    heading: t('common.changelog'),
    plainHeading: t('common.changelog'),
    section: t('common.whatsNew'),
    ...looksOf(site),
  }
}

export function entryShareFacts(entry: { id: number; title: string; day: string }, site: Site): ShareFacts {
  return {
    heading: entry.title,
    plainHeading: t('common.changelog'),
    section: `${t('common.changelog')} · ${longDate(new Date(entry.day))}`,
    ...looksOf(site),
  }
}

export function roadmapShareFacts(site: Site): ShareFacts {
  return {
    heading: t('common.roadmap'),
    plainHeading: t('common.roadmap'),
    section: t('publish.shareFacts.whatsPlannedInProgress'),
    ...looksOf(site),
  }
}

/** Changes with the image, so that an address that contains it can be cached forever. */
export function shareVersion(facts: ShareFacts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12)
}

/** In steps above a hundred, so that not every vote creates a new image. */
function votes(total: number): string {
  if (total < 100) return t('publish.shareFacts.votes', { total })
  const step = 10 ** (Math.floor(Math.log10(total)) - 1)
  return t('publish.shareFacts.votes2', { floor: Math.floor(total / step) * step })
}

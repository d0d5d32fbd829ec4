import { t } from '../words/t.ts'
import { createHash } from 'node:crypto'
import { longDate } from '../text/dates'
import { plainText } from '../text/plain-text'
import { currentLanguage, directionOf } from '../words/languages'
import type { PostState } from '../post/states'
import type { Site } from '../queries/site'

export type ShareFacts = {
  heading: string
  /** Replaces a heading in a script that the image's font doesn't have. */
  plainHeading: string
  section: string
  state?: { key: PostState; name: string }
  votes?: string
  siteName: string
  accent?: string
  logo?: string
  direction?: 'rtl'
}

/** Raised when cards look different, so that their addresses change. */
const edition = 3

const looksOf = ({ name, accent, logo }: Site) => ({
  siteName: name,
  ...(accent && { accent }),
  ...(logo && { logo: logo.src }),
  ...(directionOf(currentLanguage()) === 'rtl' && { direction: 'rtl' as const }),
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

export function shareVersion(facts: ShareFacts): string {
  return createHash('sha256')
    .update(`${edition} ${JSON.stringify(facts)}`)
    .digest('base64url')
    .slice(0, 12)
}

/** In steps above a hundred, so that not every vote creates a new image. */
function votes(total: number): string {
  if (total < 100) return t('publish.shareFacts.votes', { total })
  const step = 10 ** (Math.floor(Math.log10(total)) - 1)
  return t('publish.shareFacts.votesAtLeast', { floor: Math.floor(total / step) * step })
}

import { t } from '../words/t.ts'
import { createHash } from 'node:crypto'
import { longDate } from '../text/dates'
import { plainText } from '../text/plain-text'
import type { PostState } from '../post/states'
import type { Site } from '../queries/site'

/** Everything a share image says; the same facts are the same picture. */
export type ShareFacts = {
  heading: string
  /** Stands in for a heading in a script the picture's font does not have. */
  plainHeading: string
  section: string
  state?: { key: PostState; name: string }
  votes?: string
  siteName: string
  /** Left out for that of theme.css. */
  accent?: string
  /** Where the site's logo is; left out for the signpost. */
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

export function entryShareFacts(
  entry: { id: number; title: string; publishedAt: string },
  site: Site,
): ShareFacts {
  return {
    heading: entry.title,
    plainHeading: t('common.changelog'),
    section: `${t('common.changelog')} · ${longDate(new Date(entry.publishedAt))}`,
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

/** Changes with the picture, so that an address that carries it may be kept for good. */
export function shareVersion(facts: ShareFacts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12)
}

/** Beyond a hundred in steps, so that not every vote makes a new picture. */
function votes(total: number): string {
  if (total < 100)
    return total === 1 ? t('publish.shareFacts.n1Vote') : t('publish.shareFacts.votes', { total })
  const step = 10 ** (Math.floor(Math.log10(total)) - 1)
  return t('publish.shareFacts.votes2', { floor: Math.floor(total / step) * step })
}

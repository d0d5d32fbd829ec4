import { createHash } from 'node:crypto'
import { countText } from '../text/count-text'
import { env } from '../env'
import { plainText } from '../text/plain-text'
import type { PostState } from '../post/states'

/** Everything a share image says; the same facts are the same picture. */
export type ShareFacts = {
  heading: string
  /** Stands in for a heading in a script the picture's font does not have. */
  plainHeading: string
  section: string
  state?: PostState
  votes?: string
  siteName: string
}

export function postShareFacts(post: {
  id: number
  title: string
  state: PostState
  votesTotal: number
  category: { name: string }
}): ShareFacts {
  return {
    heading: post.title,
    plainHeading: `Post ${post.id}`,
    section: post.category.name,
    state: post.state,
    votes: votes(post.votesTotal),
    siteName: env.SITE_NAME,
  }
}

export function categoryShareFacts(category: { name: string; description: string }): ShareFacts {
  return {
    heading: category.name,
    plainHeading: 'Feedback',
    section: plainText(category.description, 64),
    siteName: env.SITE_NAME,
  }
}

export function roadmapShareFacts(): ShareFacts {
  return {
    heading: 'Roadmap',
    plainHeading: 'Roadmap',
    section: 'What is planned, in progress and done',
    siteName: env.SITE_NAME,
  }
}

/** Changes with the picture, so that an address that carries it may be kept for good. */
export function shareVersion(facts: ShareFacts): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12)
}

/** Beyond a hundred in steps, so that not every vote makes a new picture. */
function votes(total: number): string {
  if (total < 100) return total === 1 ? '1 vote' : `${total} votes`
  const step = 10 ** (Math.floor(Math.log10(total)) - 1)
  return `${countText(Math.floor(total / step) * step)}+ votes`
}

import { t } from '../../words/t.ts'
import { below, type Fields, objectsIn, readJsonValues, textIn } from './json-files.ts'
import type { Draft, Reading } from './reading.ts'

/** gh issue list --json number,title,body,state,stateReason,createdAt,author,comments,reactionGroups,url */
export function readGitHub(files: string[]): Reading {
  return { format: 'GitHub issues', states: { notplanned: 'proposed' }, drafts: readDrafts(files) }
}

export const looksLikeGitHub = (issue: Fields): boolean =>
  'number' in issue && 'title' in issue && ('body' in issue || 'createdAt' in issue)

async function* readDrafts(files: string[]): AsyncGenerator<Draft> {
  for (const file of files) {
    for (const value of readJsonValues(file)) {
      for (const [i, issue] of (Array.isArray(value) ? value : [value]).entries())
        yield {
          place: t('transfer.place.issue', { issue: i + 1 }),
          bytesRead: 0,
          value: toPost(issue as Fields),
        }
    }
  }
}

function toPost(issue: Fields): unknown {
  const [, repository] = /^https:\/\/[^/]+\/([^/]+\/[^/]+)\/issues\//.exec(textIn(issue.url)) ?? []
  const reason = textIn(issue.stateReason).toLowerCase()
  return {
    source: repository && `github.com/${repository}`,
    id: repository ? `${repository}#${String(issue.number)}` : issue.number,
    title: issue.title,
    details: issue.body,
    state: reason === 'not_planned' || reason === 'duplicate' ? reason : issue.state,
    created_at: issue.createdAt,
    author: authorOf(issue),
    votes: thumbsUp(issue),
    comments: objectsIn(issue.comments)
      .filter(({ isMinimized }) => isMinimized !== true)
      .map((comment) => ({
        author: authorOf(comment),
        body: comment.body,
        created_at: comment.createdAt,
      })),
    duplicate_of: reason === 'duplicate' ? 'another' : null,
  }
}

const authorOf = (one: Fields): string | null => textIn(below(one, 'author').login) || null

function thumbsUp(issue: Fields): number {
  const group = objectsIn(issue.reactionGroups).find(({ content }) => content === 'THUMBS_UP')
  return group ? Number(below(group, 'users').totalCount ?? 0) : 0
}

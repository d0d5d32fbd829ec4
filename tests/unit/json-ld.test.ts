import { expect, test } from 'vitest'
import { breadcrumbList, discussionForumPosting, jsonLd } from '@/lib/publish/json-ld'

const site = 'https://feedback.example.com'
const post = {
  slug: 'größe',
  categorySlug: 'bugs',
  category: { name: 'Bugs' },
  author: null,
  title: 'Size',
  details: 'It is **too** <b>small</b>.',
  votesTotal: 3,
  commentsTotal: 2,
  createdAt: '2026-11-01T10:00:00.000Z',
  editedAt: null,
}
const comment = {
  id: 7,
  body: [{ tag: 'p' as const, children: ['Yes, ', { tag: 'strong' as const, children: ['please'] }, '!'] }],
  createdAt: '2026-11-02T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  authorName: 'Ada',
  replies: [],
}

test('cannot end its script element', () => {
  const text = jsonLd([{ '@type': 'Thing', name: '</script><!--<script>' }])
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toMatchObject({ name: '</script><!--<script>' })
})

test('puts several things into one graph', () => {
  const parsed = JSON.parse(jsonLd([{ '@type': 'A' }, { '@type': 'B' }]))
  expect(parsed['@graph']).toEqual([{ '@type': 'A' }, { '@type': 'B' }])
})

test('a post has plain text, an encoded address and its counts', () => {
  expect(discussionForumPosting(site, post, [])).toMatchObject({
    url: `${site}/bugs/gr%C3%B6%C3%9Fe`,
    text: 'It is too small.',
    author: { name: 'Deleted user' },
    interactionStatistic: [{ userInteractionCount: 3 }, { userInteractionCount: 2 }],
  })
})

test('a comment has its text, author and replies', () => {
  const reply = { ...comment, id: 8, authorName: null }
  expect(discussionForumPosting(site, post, [{ ...comment, replies: [reply] }]).comment).toMatchObject([
    { text: 'Yes, please!', author: { name: 'Ada' }, comment: [{ author: { name: 'Deleted user' } }] },
  ])
})

test('a deleted comment is left out, the replies to it are not', () => {
  const deleted = {
    ...comment,
    body: [],
    deletedAt: '2026-11-03T10:00:00.000Z',
    replies: [{ ...comment, id: 8 }],
  }
  const { comment: shown } = discussionForumPosting(site, post, [deleted])
  expect(shown).toHaveLength(1)
  expect(shown).toMatchObject([{ url: `${site}/bugs/gr%C3%B6%C3%9Fe#comment-8` }])
})

test('breadcrumbs begin with the roadmap', () => {
  expect(breadcrumbList(site, [{ name: 'Bugs', path: '/bugs' }]).itemListElement).toMatchObject([
    { position: 1, name: 'Roadmap', item: `${site}/` },
    { position: 2, name: 'Bugs', item: `${site}/bugs` },
  ])
})

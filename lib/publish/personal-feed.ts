import 'server-only'
import { env } from '../env'
import { postAddress } from '../post/address'
import { type FollowedEvent, listFollowedEvents } from '../queries/followed-events'
import { getSite, type Site } from '../queries/site'
import { markdownHtml, plainHtml } from '../text/markdown-html'
import { type AtomEntry, atomFeed } from './atom-feed'
import { unavailableOnError } from './unavailable-on-error'

type Context = { params: Promise<{ key: string }> }

/** What happened on the posts that the owner of this secret address follows, newest first; empty for any other key. */
export const answerPersonalFeed = unavailableOnError(async (_request: Request, { params }: Context) => {
  const key = (await params).key.replace(/\.xml$/, '')
  const events = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? await listFollowedEvents(key) : []
  const site = await getSite()
  const { xml } = atomFeed({
    key: 'followed',
    title: `What you follow · ${site.name}`,
    siteName: site.name,
    iconUrl: `${env.SITE_URL}/icon.svg`,
    selfUrl: `${env.SITE_URL}/api/feeds/${key}.xml`,
    pageUrl: `${env.SITE_URL}/`,
    createdAt: new Date(env.BUILD_TIME).toISOString(),
    entries: events.map((event) => entryOf(event, site)),
  })
  return new Response(xml, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'private, no-store' },
  })
})

function entryOf(event: FollowedEvent, { stateNames }: Site): AtomEntry {
  const { change, comment, post } = event
  const url = env.SITE_URL + postAddress(post)
  return {
    // The same as in the public feeds, so that a reader of both sees it once.
    key: change ? `event-${change.id}` : `comment-${comment!.id}`,
    title: change ? `${stateNames[change.to]}: ${post.title}` : `${event.actorName} on ${post.title}`,
    url: comment ? `${url}#comment-${comment.id}` : url,
    authorName: event.actorName,
    publishedAt: event.createdAt,
    updatedAt: event.createdAt,
    category: { term: post.categorySlug, label: post.categoryName },
    html: change
      ? plainHtml(`Moved from ${stateNames[change.from]} to ${stateNames[change.to]}.\n${change.note ?? ''}`)
      : markdownHtml(comment!.body, env.SITE_URL),
  }
}

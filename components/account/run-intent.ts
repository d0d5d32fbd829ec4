import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { createComment } from '@/lib/actions/comments'
import { setFollow } from '@/lib/actions/follows'
import { createPost, getPostAddress } from '@/lib/actions/posts'
import { setVote } from '@/lib/actions/votes'
import { callAction } from '@/lib/browser/call-action'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import type { Intent, KeptIntent } from '@/lib/session/browser/intent'
import type { Outcome } from '../auth/intent-outcome'
import { sendKeptPictures } from '../image/send-kept-pictures'
import { waitsForApproval } from '../moderation/approval-texts'

export type Draft = { body: string; title: string; details: string }

/** Runs once what someone wanted to do before they signed up. If it fails, the draft is kept where it was written. */
export async function runIntent(intent: KeptIntent, draft: Draft | null): Promise<Outcome> {
  const { path } = intent
  const result = await ('draft' in intent
    ? publish(intent, draft)
    : intent.kind === 'vote'
      ? vote(intent)
      : follow(intent))
  if (!result) return { path, said: t('account.runIntent.yourDraftIsNo') }
  return result.ok ? { path, ...result.data } : { path, said: `${failed[intent.kind]} ${result.message}` }
}

const failed = texts({
  vote: 'common.voteFailed',
  follow: 'account.runIntent.youArentFollowingThe',
  comment: 'common.commentFailed',
  post: 'account.runIntent.yourPostWasntPublished',
})

async function vote({ id, title }: Extract<Intent, { kind: 'vote' }>) {
  const result = await callAction(() => setVote({ id, wanted: true }))
  if (!result.ok) return result
  return shown(id, t('account.runIntent.youVoted', { hasTitle: Boolean(title), title: title ?? '' }))
}

async function follow({ id, title }: Extract<Intent, { kind: 'follow' }>) {
  const result = await callAction(() => setFollow({ id, level: 'all' }))
  return result.ok ? shown(id, t('account.runIntent.youNowFollow', { title: title ?? '' })) : result
}

/** The message about a post, with a link to it for people who voted in a list. */
async function shown(id: number, said: string) {
  const found = await callAction(() => getPostAddress({ id }))
  const data: Pick<Outcome, 'said' | 'href' | 'link'> = { said }
  if (found.ok && found.data) Object.assign(data, { href: found.data, link: t('common.viewPost') })
  return { ok: true as const, data }
}

/** Null if there is no such draft in this browser. */
async function publish(intent: Extract<KeptIntent, { draft: string }>, draft: Draft | null) {
  const { draft: name, key, path } = intent
  if (!draft) return null
  if (intent.kind === 'comment') {
    const { post, parent } = intent
    const result = await callAction(() => createComment({ post, parent, body: draft.body, key }))
    if (!result.ok) return result
    if (result.data.isWaiting) {
      await finish('comment', result.data.id, name)
      return { ok: true as const, data: { path, said: waitsForApproval() } }
    }
    const said = join(t('account.runIntent.commentPosted'), await finish('comment', result.data.id, name))
    const place = `${path.split('#')[0]}#comment-${result.data.id}`
    return {
      ok: true as const,
      data: { path: place, said, link: t('common.viewComment'), comment: result.data },
    }
  }
  const { title, details } = draft
  const result = await callAction(() => createPost({ category: intent.category, title, details, key }))
  if (!result.ok) return result
  if (!result.data.address) {
    await finish('post', result.data.id, name)
    return { ok: true as const, data: { path, said: waitsForApproval() } }
  }
  const said = join(t('common.postPublished'), await finish('post', result.data.id, name))
  return { ok: true as const, data: { path: result.data.address, said, link: t('common.viewPost') } }
}

const join = (...sentences: string[]) => sentences.filter(Boolean).join(' ')

async function finish(owner: 'post' | 'comment', id: number, draft: string): Promise<string> {
  const isComplete = await sendKeptPictures(draft, owner, id)
  forgetDraft(draft)
  return isComplete ? '' : t('account.runIntent.someImagesWerentAdded')
}

import { beforeEach } from 'vitest'
import { createMember, createPost, type Member } from './database.ts'
import { agePost, takeMails, tellAll } from './notices.ts'

export let voter: Member
export let post: number

export const admin = await createMember({ name: 'Admin', admin: true })

/** Creates a voter and a post with their vote for each test of a file. */
export function useVoter(): void {
  beforeEach(async () => {
    voter = await createMember({ name: 'Voter' })
    post = (await createPost()).id
    await voter.call('set_vote', { post_id: post, wanted: true })
  })
}

type State = 'proposed' | 'candidate' | 'planned' | 'in-progress'

export async function setState(new_state: State, public_note?: string, post_ids = [post]) {
  await admin.call('admin_set_state', { post_ids, new_state, public_note })
  await tellAll()
}

/** The emails that this person’s address gets once the wait is over. */
export async function mailsAfterWait(address = voter.email, posts = [post]) {
  for (const id of posts) await agePost(id, '11 minutes')
  return takeMails([address])
}

import { createMember, type Member } from './database.ts'

export const [author, voter, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Voter' }),
  createMember({ name: 'Admin', admin: true }),
])

export async function vote(member: Member, post_id: number, wanted = true) {
  await member.call('set_vote', { post_id, wanted })
}

export async function comment(member: Member, post_id: number, body: string, more = {}) {
  const sent = { post_id, body, sent_key: crypto.randomUUID(), ...more }
  return (await member.one('create_comment', sent)).id
}

export async function setState(
  post_id: number,
  new_state: 'proposed' | 'candidate' | 'planned',
  public_note?: string,
) {
  const call = { post_ids: [post_id], new_state, public_note }
  const data = await admin.call('admin_set_state', call)
  return data[0]!.outcome
}

import { randomUUID } from 'node:crypto'
import { createMember } from './database.ts'

export const [admin, other, member] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

export const word = () => `w${randomUUID().slice(0, 8)}`

export const note = async (post_id: number, body: string) =>
  (await admin.client.from('post_notes').insert({ post_id, body }).select('id, body').single().throwOnError())
    .data

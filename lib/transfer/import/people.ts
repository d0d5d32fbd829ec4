import { createHash } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import type { Comment, ImportedPost, Person, SourcedPost } from './post.ts'
import { authorName } from './text.ts'

export const nobody: Person = { id: null, name: 'Imported feedback' }
export const postAuthor = (post: ImportedPost): Person => post.author ?? nobody

export async function addPeople(tx: TransactionSql, posts: SourcedPost[]): Promise<void> {
  const people = new Map<string, string>()
  for (const post of posts) {
    for (const person of peopleIn(post)) people.set(personId(person, post.source), authorName(person.name))
  }
  await tx`
    insert into public.profiles (id, name, placeholder)
    select t.id, t.name, true
    from unnest(${[...people.keys()]}::uuid[], ${[...people.values()]}::text[]) as t(id, name) order by t.id
    on conflict (id) do nothing`
}

export function* peopleIn(post: ImportedPost): Generator<Person> {
  yield postAuthor(post)
  if (post.response?.author) yield post.response.author
  for (const { person } of post.voters) yield person
  yield* authorsOf(post.comments)
}

function* authorsOf(comments: Comment[]): Generator<Person> {
  for (const { author, replies } of comments) {
    if (author) yield author
    yield* authorsOf(replies)
  }
}

/** Without an id, the same name is the same person in every file. An id is the same person within its source. */
export function personId({ id, name }: Person, source: string): string {
  return id === null ? nameId(`author:${name}`) : nameId(`person:${source}\n${id}`)
}

/** A name-based UUID (RFC 9562, version 5). */
function nameId(name: string): string {
  const hash = createHash('sha1').update(`signpost:import:${name}`).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

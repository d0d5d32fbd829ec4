/** Hidden posts are kept. A merged one is, as long as the remaining post exists, for undoing the merge. */
export const keptPost = (p: string) => `(
  ${p}.deleted_at is null or ${p}.hidden_at is not null
  or ${p}.deleted_at = 'infinity' and exists (
    select from public.post_merges m join public.posts s on s.id = m.stays_id
    where m.post_id = ${p}.id and m.undone_at is null and (s.deleted_at is null or s.hidden_at is not null)
  )
)`
export const isKept = (post: string) =>
  `exists (select from public.posts p where p.id = ${post} and ${keptPost('p')})`
export const isKeptComment = (comment: string) =>
  `exists (select from public.comments c where c.id = ${comment} and ${isKept('c.post_id')})`
export const isKeptImage = (image: string) =>
  `(${image}.entry_id is not null or ${isKept(`${image}.post_id`)} or ${isKeptComment(`${image}.comment_id`)})`
export const isRemembered = (person: string) => `(
  not exists (select from private.voter_addresses a where a.person_id = ${person})
  or exists (select from public.votes v where v.user_id = ${person} and ${isKept('v.post_id')})
)`
/** People who have signed in here keep their data, whatever a file contains for their id. */
export const isNewHere = (person: string) =>
  `not exists (select from auth.users u where u.id = ${person} and u.last_sign_in_at is not null)`
export const areKept = (...posts: string[]) => posts.map(isKept).join(' and ')

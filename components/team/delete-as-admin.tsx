import type { ComponentProps } from 'react'
import { deletePosts, restorePosts } from '@/lib/actions/dashboard'
import { DeletePosts } from '../post/delete-posts'

const asAdmin = {
  remove: (ids: number[]) => deletePosts({ ids }),
  restore: (ids: number[]) => restorePosts({ ids }),
}

/** Deletes posts of anybody. */
export function DeleteAsAdmin(props: Omit<ComponentProps<typeof DeletePosts>, keyof typeof asAdmin>) {
  return <DeletePosts {...asAdmin} {...props} />
}

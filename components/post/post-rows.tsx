'use client'

import type { PostIn } from '@/lib/queries/post-fields'
import { type List, PostPages } from './post-pages'
import { PostRow, PostRowOfAll } from './post-row'

export const PostRows = (list: List<PostIn<'row'>>) => (
  <PostPages {...list} Look={list.filter.category ? PostRow : PostRowOfAll} />
)

import { answerPrivate, unavailableOnError } from '@/lib/publish/answer'
import { listOwnPosts } from '@/lib/queries/own-posts'

export const GET = unavailableOnError(async () => answerPrivate({ posts: await listOwnPosts() }))

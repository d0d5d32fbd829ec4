import 'server-only'
import { board } from './endpoints/board'
import { changelog } from './endpoints/changelog'
import { peopleAndWebhooks } from './endpoints/people-and-webhooks'
import { posts } from './endpoints/posts'
import { reads } from './endpoints/reads'
import { votesAndComments } from './endpoints/votes-and-comments'
import type { Endpoint, Method } from './endpoint'

export const endpoints: Endpoint[] = [
  ...posts,
  ...reads,
  ...votesAndComments,
  ...board,
  ...changelog,
  ...peopleAndWebhooks,
]

type Route = { matches: (path: string) => Record<string, string> | null; methods: Map<string, Endpoint> }

const routes = new Map<string, Route>()
for (const endpoint of endpoints) {
  const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
  const route = routes.get(endpoint.path) ?? {
    matches: (path) => pattern.exec(path)?.groups ?? (pattern.test(path) ? {} : null),
    methods: new Map<Method, Endpoint>(),
  }
  route.methods.set(endpoint.method, endpoint)
  routes.set(endpoint.path, route)
}

export function findRoute(path: string) {
  for (const { matches, methods } of routes.values()) {
    const params = matches(path)
    if (params) return { methods, params }
  }
  return null
}

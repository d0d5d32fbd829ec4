import { resolve } from 'node:path'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { createApi } from '@supabase/lite/cli'
import { offerAdminLinks } from './admin-links.ts'
import { allowBrowserOrigins } from './browser-origins.ts'
import { limitAddresses, limitGuesses } from './rate-limits.ts'
import {
  refuseDisabledMethods,
  refusePastReplaced,
  refuseMalformedBodies,
  guardPassword,
} from './refused-requests.ts'
import { offerFactors } from './factors/factors.ts'
import { refreshTemplates } from './fresh-templates.ts'
import type { Handler } from './handler.ts'
import { rememberKeys, runBeforeRequests } from './api-keys.ts'
import { lengthenTokens } from './long-tokens.ts'
import { acceptCodes, paceMails, findWaitingAccounts } from './mail-pace.ts'
import { openMailer } from './mailer.ts'
import { actAsPostgrest } from './postgrest-compat.ts'

// The process of the local Supabase API: Lite, behind handlers that add what a hosted project has and Lite doesn't.
const app = await (
  await createApi({ withSupabaseClient: false })
).project.local.createApp(process.argv[2], { admin: false })
actAsPostgrest(app.connection)
runBeforeRequests(app.connection)
if (app.hasEnabledSystemBaseSchema()) await app.ensureSystemSchema()

const lite: Handler = async (request, peer) => app.fetch(request, { peerAddress: peer || null })
const {
  secret_key: secretKey = '',
  jwt_secret: jwtSecret = '',
  site_url: siteUrl = '',
} = app.config.auth ?? {}
const { kysely } = app.connection
const { template: templates = {}, smtp = {} } = app.config.auth?.email ?? {}
app.drivers.email = openMailer(smtp)
const accounts = findWaitingAccounts(kysely, app.config.auth ?? {}, app.drivers.email)
const paced = paceMails(acceptCodes(lengthenTokens(lite, jwtSecret, kysely), accounts), accounts)
const fresh = refreshTemplates(paced, kysely, resolve('templates').replaceAll('\\', '/'), templates, smtp)
const guarded = offerAdminLinks(
  offerFactors(guardPassword(limitGuesses(fresh, secretKey)), kysely, siteUrl),
  kysely,
  secretKey,
)
const limited = refuseDisabledMethods(limitAddresses(guarded, secretKey))
const answer = allowBrowserOrigins(rememberKeys(refuseMalformedBodies(refusePastReplaced(limited))))
const unread = new Set<Request>()
/** Reads what a refused upload still sends, so that its connection can be used again. */
function readRest(request: Request, incoming: HttpBindings['incoming']): void {
  if (incoming.readableEnded) return
  // If the request were garbage collected, its body would be canceled, which closes the connection.
  unread.add(request)
  incoming.once('close', () => unread.delete(request))
  incoming.removeAllListeners('data').resume()
}

const server = createAdaptorServer({
  // This library closes the connection of a refused upload after half a second, just as the client sends its next
  // request.
  autoCleanupIncoming: false,
  fetch: async (request, bindings) => {
    const { incoming } = bindings as HttpBindings
    // No HTTP client sends a fragment, and Lite would read a query in it that the limits don't see.
    if (request.url.includes('#')) return Response.json({ msg: 'Send no fragment (#).' }, { status: 400 })
    const response = await answer(request, incoming.socket.remoteAddress ?? '')
    readRest(request, incoming)
    return response
  },
})
// Longer than clients keep idle connections, so that the server never closes one just as a request arrives.
if ('keepAliveTimeout' in server) server.keepAliveTimeout = 75_000
const port = app.config.api?.port
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port} is ready`))

process.once('SIGTERM', () => {
  server.close(() => void app.connection.close().then(() => process.exit(0)))
  if ('closeAllConnections' in server) server.closeAllConnections()
})

import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { createApi } from '@supabase/lite/cli'
import { limitAddresses } from './address-limits.ts'
import { refusePastReplaced } from './embeds.ts'
import { type Handler, limitGuesses } from './guesses.ts'
import { lengthenTokens } from './long-tokens.ts'
import { paceMails } from './mail-pace.ts'
import { guardPassword } from './password-change.ts'
import { refuseTarget } from './request-target.ts'
import { applyRoleSettings } from './role-settings.ts'
import { refuseUnsoundBodies } from './sound-bodies.ts'
import { refuseUnoffered } from './unoffered.ts'
import { findWaitingAccounts } from './waiting-accounts.ts'

// The process of the local Supabase API: Lite, and before it what a hosted project does and Lite does not.
const app = await (
  await createApi({ withSupabaseClient: false })
).project.local.createApp(process.argv[2], { admin: false })
if (app.hasEnabledSystemBaseSchema()) await app.ensureSystemSchema()
applyRoleSettings(app.connection)

const lite: Handler = async (request, peer) => app.fetch(request, { peerAddress: peer || null })
const { secret_key: secretKey = '', jwt_secret: jwtSecret = '' } = app.config.auth ?? {}
const accounts = findWaitingAccounts(app.connection.kysely, app.config.auth ?? {})
const paced = paceMails(lengthenTokens(lite, jwtSecret), accounts)
const guarded = guardPassword(limitGuesses(paced, secretKey))
const answer = refuseUnsoundBodies(refusePastReplaced(refuseUnoffered(limitAddresses(guarded, secretKey))))
const server = createAdaptorServer({
  fetch: (request, bindings) => {
    const { url, socket } = (bindings as HttpBindings).incoming
    return refuseTarget(url ?? '') ?? answer(request, socket.remoteAddress ?? '')
  },
})
// Longer than others keep a connection without a request: one that is closed as the next comes answers nothing.
if ('keepAliveTimeout' in server) server.keepAliveTimeout = 75_000
const port = app.config.api?.port
// With its first request Lite grants everything (grants.sql); several first ones at once would trip over each other.
const apikey = app.config.auth?.publishable_key ?? ''
await lite(new Request(`http://127.0.0.1:${port}/rest/v1/categories?limit=0`, { headers: { apikey } }), '')
server.listen(port, '127.0.0.1', () => console.log(`http://127.0.0.1:${port} is served`))

process.once('SIGTERM', () => {
  server.close(() => void app.connection.close().then(() => process.exit(0)))
  if ('closeAllConnections' in server) server.closeAllConnections()
})

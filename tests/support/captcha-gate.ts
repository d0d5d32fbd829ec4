import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const guarded = /^\/auth\/v1\/(signup|recover|resend|otp|token\?grant_type=password)/

/** `passed` and `refused` name what was asked with a token; `unchecked` what came with the secret key. */
export type CaptchaGate = {
  url: string
  passed: string[]
  refused: string[]
  unchecked: string[]
  stop: () => void
}

/**
 * A project with its captcha switched on: what it guards is refused in the auth service's words without a token that
 * starts with "good" and was not used before, save for whoever has the secret key; the rest goes to the backend.
 */
export async function startCaptchaGate(backend: { url: string; secretKey: string }): Promise<CaptchaGate> {
  const used = new Set<string>()
  const seen = { passed: [] as string[], refused: [] as string[], unchecked: [] as string[] }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url!
    const guardedPart = request.method === 'POST' ? guarded.exec(path)?.[1] : undefined
    if (guardedPart) {
      const token = JSON.parse(body.toString()).gotrue_meta_security?.captcha_token as string | undefined
      const isServer = request.headers.authorization === `Bearer ${backend.secretKey}`
      const isGood = token?.startsWith('good') && !used.has(token)
      seen[isServer ? 'unchecked' : isGood ? 'passed' : 'refused'].push(guardedPart)
      if (token) used.add(token)
      if (!isServer && !isGood) {
        const reason = token ? 'invalid-input-response' : 'no captcha_token found'
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({
            code: 400,
            error_code: 'captcha_failed',
            msg: `captcha protection: request disallowed (${reason})`,
          }),
        )
        return
      }
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(backend.url + path, {
      method: request.method,
      headers: headers as Record<string, string>,
      body: body.length > 0 ? body : undefined,
      redirect: 'manual',
    })
    const { 'content-encoding': ____, 'content-length': _____, ...kept } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, kept)
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...seen,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

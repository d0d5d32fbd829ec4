import { startGate } from './gate'

const guarded = /^\/auth\/v1\/(signup|recover|resend|otp|sso|token\?grant_type=password)/

/** The address of a company's sign-in page. */
export const companySignIn = 'https://company.example/sign-in'

/** `passed` and `refused` list requests with a token; `unchecked` lists those with the secret key. */
export type CaptchaGate = {
  url: string
  passed: string[]
  refused: string[]
  unchecked: string[]
  stop: () => void
}

/**
 * A project with a captcha. It refuses guarded requests as the auth service does, unless they have an unused token that
 * starts with "good" or the secret key. Everything else goes to the backend.
 */
export async function startCaptchaGate(backend: { url: string; secretKey: string }): Promise<CaptchaGate> {
  const used = new Set<string>()
  const seen = { passed: [] as string[], refused: [] as string[], unchecked: [] as string[] }
  const gate = await startGate(backend, ({ method, path, body, authorization }) => {
    if (path === '/auth/v1/settings') {
      return { status: 200, body: { external: { email: true }, saml_enabled: true } }
    }
    const guardedPart = method === 'POST' ? guarded.exec(path)?.[1] : undefined
    if (!guardedPart) return
    const token = JSON.parse(body).gotrue_meta_security?.captcha_token as string | undefined
    // The site sends an invalid address to find out whether the project sends codes.
    const isProbe = guardedPart === 'otp' && !String(JSON.parse(body).email).includes('@')
    const isServer = authorization === `Bearer ${backend.secretKey}`
    const isGood = token?.startsWith('good') && !used.has(token)
    if (!isProbe) seen[isServer ? 'unchecked' : isGood ? 'passed' : 'refused'].push(guardedPart)
    if (token) used.add(token)
    if (guardedPart === 'sso' && isGood) return { status: 200, body: { url: companySignIn } }
    if (isServer || isGood) return
    const reason = token ? 'invalid-input-response' : 'no captcha_token found'
    const msg = `captcha protection: request disallowed (${reason})`
    return { status: 400, body: { code: 400, error_code: 'captcha_failed', msg } }
  })
  return { ...gate, ...seen }
}

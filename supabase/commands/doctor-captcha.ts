import { broken, fine, type Finding } from './doctor-checks.ts'

/**
 * Whether project and site agree on a check against robots. A sign-in of nobody shows whether the project asks for
 * one; whether the site's key belongs to the project's secret, only a real one does.
 */
export async function checkCaptcha(url: string, key: string, provider?: string): Promise<Finding> {
  const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ gotrue_meta_security: { captcha_token: 'doctor' } }),
    signal: AbortSignal.timeout(15_000),
  }).catch(() => null)
  const answer = await response?.json().catch(() => null)
  const said = JSON.stringify(answer ?? '')
  const isAsked = /captcha/i.test(said)
  if (!response || response.status === 429) {
    return broken('The sign-in service does not say whether it asks for a captcha.', 'Try again in a while.')
  }
  if (isAsked && !provider) {
    return broken(
      'The project asks for a captcha that the site does not show: nobody can sign in or, with a secret key, everybody unchecked.',
      'Set CAPTCHA_PROVIDER and CAPTCHA_SITE_KEY, or switch it off under Authentication > Attack Protection.',
    )
  }
  if (!isAsked && provider) {
    return broken(
      'The site shows a captcha that the project does not ask for.',
      'Switch it on under Authentication > Attack Protection, with the secret that belongs to CAPTCHA_SITE_KEY.',
    )
  }
  if (isAsked && (response.status >= 500 || said.includes('secret'))) {
    return broken(
      'The project cannot have its captcha checked, so nobody can sign in.',
      'Check its provider and secret under Authentication > Attack Protection.',
    )
  }
  return fine(
    provider
      ? `Project and site ask for a captcha; that both use ${provider} and keys of one pair, only a sign-in shows.`
      : 'Neither project nor site asks for a captcha.',
  )
}

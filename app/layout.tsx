import { t } from '@/lib/words/t'
import type { Metadata, Viewport } from 'next'
import { type ReactNode, Suspense } from 'react'
import { AuthDialogHost } from '@/components/auth/auth-dialog-host'
import { NavigationEnd, SessionReplay, SessionWatch, VersionWatch } from '@/components/shell/watchers'
import { sharedMetadata } from '@/lib/publish/page-metadata'
import { AccentStyle } from '@/components/shell/accent-style'
// Part of the layout's script, so that neither each page nor the pages for errors bring it again.
import '@/components/shell/error-page'
import { FirstScripts } from '@/components/shell/first-scripts'
import { Words } from '@/components/shell/words'
import { OutsideWidget } from '@/components/shell/outside-widget'
import { SiteFooter } from '@/components/shell/site-footer'
import { SiteHeader } from '@/components/shell/site-header'
import { StateNames } from '@/components/state/post-state'
import { IconSprite } from '@/components/ui/icon-sprite'
import { Toaster } from '@/components/ui/toaster'
import { clarityUrl, contentPolicy } from '@/lib/publish/content-policy'
import { env } from '@/lib/env'
import { getSite } from '@/lib/queries/site'
import { getSignInMethods } from '@/lib/queries/sign-in-methods'
import { providers } from '@/lib/session/providers'
import { directionOf } from '@/lib/words/languages'
import { fontClassNames } from './fonts'
import './globals.css'

export async function generateMetadata(): Promise<Metadata> {
  const site = await getSite()
  return {
    metadataBase: new URL(env.SITE_URL),
    title: { default: t('pages.layout.roadmap', { site: site.name }), template: `%s · ${site.name}` },
    description: t('pages.layout.seeWhatIsWorking', { site: site.name }),
    applicationName: site.name,
    icons: { icon: '/icon.svg', apple: '/apple-icon' },
    ...sharedMetadata(site),
  }
}

export const viewport: Viewport = {
  // Elements fixed to the lower edge stay visible above the on-screen keyboard.
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#1b1820' },
  ],
}

/** Where forms find the captcha's settings (components/auth/use-captcha-form.tsx). */
const check = env.CAPTCHA_PROVIDER
  ? { 'data-captcha': `${env.CAPTCHA_PROVIDER} ${env.CAPTCHA_SITE_KEY}` }
  : {}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { accent, language, stateNames, words, termsUrl, privacyUrl } = await getSite()
  const methods = await getSignInMethods()
  // The dialog reads them here (components/auth), and whether the site saves its emails instead of sending them.
  const ways = {
    'data-ways': methods.join(' ') || undefined,
    'data-terms': termsUrl ?? undefined,
    'data-privacy': privacyUrl ?? undefined,
    'data-mailbox': env.SIGNPOST_MAILBOX ? '' : undefined,
  }
  return (
    <html lang={language} dir={directionOf(language)} className={fontClassNames} suppressHydrationWarning>
      <head>
        <meta
          httpEquiv="Content-Security-Policy"
          content={contentPolicy({
            siteUrl: env.SITE_URL,
            supabaseUrl: env.NEXT_PUBLIC_SUPABASE_URL,
            clarityId: env.NEXT_PUBLIC_CLARITY_ID,
            clarityUrl: env.NEXT_PUBLIC_CLARITY_URL,
            captchaProvider: env.CAPTCHA_PROVIDER,
            isDevelopment: env.NODE_ENV === 'development',
          })}
        />
        {accent && <AccentStyle color={accent} />}
      </head>
      <body {...check} {...ways} className="flex min-h-dvh flex-col font-sans antialiased">
        <FirstScripts>
          <Words words={words}>
            <StateNames names={stateNames}>
              <IconSprite />
              <OutsideWidget>
                <a href="#content" className="skip-link">
                  {t('pages.layout.skipToContent')}
                </a>
                <SiteHeader />
              </OutsideWidget>
              <main id="content" tabIndex={-1} className="site-content">
                {children}
              </main>
              <OutsideWidget>
                <SiteFooter />
              </OutsideWidget>
              <Toaster />
              <Suspense>
                <NavigationEnd />
              </Suspense>
              <SessionWatch
                url={env.NEXT_PUBLIC_SUPABASE_URL}
                publishableKey={env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY}
              />
              <Suspense>
                <AuthDialogHost providers={providers} />
              </Suspense>
              <VersionWatch buildId={env.BUILD_ID} />
              {env.NEXT_PUBLIC_CLARITY_ID && (
                <SessionReplay
                  address={clarityUrl(env.NEXT_PUBLIC_CLARITY_URL) + env.NEXT_PUBLIC_CLARITY_ID}
                />
              )}
            </StateNames>
          </Words>
        </FirstScripts>
      </body>
    </html>
  )
}

import { t } from '@/lib/words/t'
import '@/app/more.css'
import { redirect } from 'next/navigation'
import { TwoFactorSignIn } from '@/components/account/two-factor-sign-in'
import { NarrowPage } from '@/components/shell/narrow-page'
import { titled } from '@/lib/publish/page-metadata'
import { safePath } from '@/lib/session/return-path'
import { awaitsCode } from '@/lib/session/viewer'

/** The second step of a sign-in. The middleware requires the first. */
export const instant = false

export const generateMetadata = titled('common.twoFactor', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CodePage({ searchParams }: Props) {
  const { next, start } = await searchParams
  const path = safePath(String(next ?? ''))
  if (!(await awaitsCode())) redirect(path)
  return (
    <NarrowPage title={t('common.twoFactor')}>
      <TwoFactorSignIn next={path} start={start ? String(start) : undefined} />
    </NarrowPage>
  )
}

import '@/app/more.css'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { TwoFactorSignIn } from '@/components/account/two-factor-sign-in'
import { NarrowPage } from '@/components/shell/narrow-page'
import { safePath } from '@/lib/session/return-path'
import { awaitsCode } from '@/lib/session/viewer'

/** The second step of a sign-in; the middleware lets nobody in who hasn't taken the first. */
export const instant = false

export const metadata: Metadata = { title: 'Two-factor authentication', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CodePage({ searchParams }: Props) {
  const { next, start } = await searchParams
  const path = safePath(String(next ?? ''))
  if (!(await awaitsCode())) redirect(path)
  return (
    <NarrowPage title="Two-factor authentication">
      <TwoFactorSignIn next={path} start={start ? String(start) : undefined} />
    </NarrowPage>
  )
}

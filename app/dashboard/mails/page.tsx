import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { MailLog } from '@/components/dashboard/mail-log'
import { mailStates } from '@/lib/post/dashboard-choices'
import { readId } from '@/lib/post/address'
import { listMails } from '@/lib/queries/mails'
import { getViewer } from '@/lib/session/viewer'

/** Rendered for each request of an admin; the middleware and the database let nobody else in. */
export const instant = false

export const metadata: Metadata = { title: 'Mails', robots: { index: false } }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MailsPage({ searchParams }: Props) {
  await connection()
  const viewer = await getViewer()
  if (viewer?.role !== 'admin') notFound()
  const query = await searchParams
  const state = Object.hasOwn(mailStates, String(query.state)) ? String(query.state) : null
  const page = await listMails(state, readId(String(query.before ?? '')))
  return (
    <>
      <DashboardHeading title="Mails" current="/dashboard/mails" />
      <MailLog state={state} {...page} />
    </>
  )
}

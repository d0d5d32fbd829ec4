import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { DeliveryLog } from '@/components/webhook/delivery-log'
import { WebhookList } from '@/components/webhook/webhook-list'
import { readId } from '@/lib/post/address'
import { listDeliveries, listWebhooks } from '@/lib/queries/webhooks'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.webhooks', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WebhooksPage({ searchParams }: Props) {
  await requireAdmin()
  const query = await searchParams
  const of = readId(String(query.of ?? ''))
  const [webhooks, log] = await Promise.all([
    listWebhooks(),
    of && listDeliveries(of, readId(String(query.before ?? ''))),
  ])
  const logged = webhooks.find(({ id }) => id === of)
  return (
    <>
      <DashboardHeading title={logged ? undefined : t('common.webhooks')} current="/dashboard/webhooks" />
      {logged && log ? <DeliveryLog webhook={logged} {...log} /> : <WebhookList webhooks={webhooks} />}
    </>
  )
}

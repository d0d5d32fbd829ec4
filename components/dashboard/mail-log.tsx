import { texts } from '@/lib/words/deferred'
import { commaList } from '@/lib/words/list-text'
import { mailCause } from '@/lib/words/mail-causes'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { followReasons } from '@/lib/post/follow-levels'
import { mailStates } from '@/lib/post/dashboard-choices'
import type { LoggedMail } from '@/lib/queries/mails'
import { AddressText } from '../ui/address-text'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import type { IconName } from '../ui/icon-shapes'
import { RelativeTime } from '../ui/relative-time'
import { ButtonLink } from '../ui/button'
import { FilterSelect } from './filter-select'
import { FilterLinks, NextPage } from './list-links'

const kinds: Record<string, string> = texts({
  notices: 'dashboard.mailLog.notification',
  confirm: 'dashboard.mailLog.followConfirmation',
  summary: 'dashboard.mailLog.dailySummary',
  test: 'dashboard.mailLog.testEmail',
  webhook: 'dashboard.mailLog.webhookTurnedOff',
  account: 'dashboard.mailLog.accountSecurity',
  invitation: 'dashboard.mailLog.invitation',
})

const icons: Record<string, IconName> = {
  sending: 'in-progress',
  claimed: 'in-progress',
  sent: 'completed',
  saved: 'completed',
  failed: 'close',
  unknown: 'close',
}

const address = (state: string | null, before?: number) => {
  const query = new URLSearchParams({ ...(state && { state }), ...(before && { before: String(before) }) })
  return query.size > 0 ? `/dashboard/mails?${query}` : '/dashboard/mails'
}

export function MailLog(props: {
  state: string | null
  mails: LoggedMail[]
  /** The states of all emails; null if there are too many to know. */
  known: string[] | null
  next: number | null
}) {
  const { state, mails, known, next } = props
  const states = Object.keys(mailStates).filter((key) => !known || known.includes(key) || key === state)
  const filters = [[t('common.all'), null], ...states.map((key) => [mailStates[key]!, key])] as const
  const links = filters.map(([name, key]) => ({
    name,
    href: address(key ?? null),
    isCurrent: key === state,
  }))
  return (
    <>
      <FilterLinks label={t('dashboard.mailLog.status')} links={links} className="mb-4 max-sm:hidden" />
      <FilterSelect label={t('dashboard.mailLog.status')} links={links} className="mb-4 block sm:hidden" />
      {mails.length === 0 ? (
        <EmptyState
          hint={!state && t('dashboard.mailLog.whatComesHere')}
          action={
            state && <ButtonLink href={address(null)}>{t('dashboard.mailLog.showAllEmails')}</ButtonLink>
          }
        >
          {state ? t('dashboard.mailLog.noneMatch') : undefined}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      <NextPage href={next ? address(state, next) : null} />
    </>
  )
}

function MailRow({ mail }: { mail: LoggedMail }) {
  const { kind, reader, postTitle, reasons, state, attempts, outcome, isDelayed, createdAt } = mail
  const isProblem = state === 'failed' || state === 'unknown' || isDelayed
  const name = isDelayed ? t('dashboard.mailLog.tryingAgain') : (mailStates[state] ?? state)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-full sm:basis-64">
        <p>
          {rich('dashboard.mailLog.kindTo', {
            kind: kinds[kind] ?? kind,
            reader: reader ?? t('common.deletedUser'),
            k: (text) => <span className="font-medium">{text}</span>,
            isAbout: postTitle !== null,
            postTitle: postTitle ?? '',
            b: (text) => (
              <bdi key="reader" className="inline-block max-w-full">
                <AddressText>{String(text)}</AddressText>
              </bdi>
            ),
            q: (text) => <q dir="auto">{text}</q>,
          })}
        </p>
        {reasons.length > 0 && (
          <p className="text-xs text-ink-soft first-letter:uppercase">
            {commaList(reasons.map((reason) => followReasons[reason]))}
          </p>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-20 max-[22.5rem]:basis-full sm:flex-none sm:basis-56">
        <p className={isProblem ? 'font-medium text-danger' : ''}>
          <Icon name={icons[state] ?? 'proposed'} className="icon me-1.5 inline align-[-0.2em]" />
          {attempts > 1
            ? rich('dashboard.mailLog.afterAttempts', {
                state: name,
                attempts,
                s: (text) => (
                  <span key="attempts" className="font-normal text-ink-soft">
                    {text}
                  </span>
                ),
              })
            : name}
        </p>
        {outcome && state !== 'sent' && state !== 'saved' && (
          <p dir="auto" className="text-xs text-ink-soft">
            {mailCause(outcome)}
          </p>
        )}
      </div>
      <p className="text-xs text-ink-soft sm:basis-24 sm:text-end">
        <RelativeTime iso={createdAt} />
      </p>
    </li>
  )
}

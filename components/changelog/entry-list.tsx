import { t } from '@/lib/words/t'
import { changelogAddress, changelogFeedAddress } from '@/lib/post/changelog'
import { type Entry, type Label, listUsedLabels, showEntry } from '@/lib/queries/changelog'
import { getSite } from '@/lib/queries/site'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { EmptyState } from '../ui/empty-state'
import { EntryMonths } from './entry-months'
import { MoreEntries } from './more-entries'
import { SeeEntries } from './see-entries'
import { SubscribeToChangelog } from './subscribe'

export async function EntryList(props: {
  label?: Label
  entries: Entry[]
  next: string | null
  isContinued?: boolean
}) {
  const { label, entries, next, isContinued } = props
  const [labels, site] = await Promise.all([listUsedLabels(), getSite()])
  const months = new Set(entries.map(({ day }) => day.slice(0, 7)))
  return (
    <>
      <div className="changelog-heading">
        <div>
          <h1 className="page-title">
            {isContinued ? t('common.continued', { what: t('common.changelog') }) : t('common.changelog')}
          </h1>
          <p>{t('common.whatsNewIn', { site: site.name })}</p>
        </div>
        <div className="no-print">
          <a href={changelogFeedAddress(label?.slug)}>{t('shell.siteFooter.atomFeed')}</a>
          {entries.length > 0 && <SubscribeToChangelog siteName={site.name} />}
        </div>
      </div>
      {(labels.length > 0 || label) && (
        <nav
          aria-label={t('changelog.entryArticle.labels')}
          className={`segments no-print ${entries.length === 0 ? 'mb-4' : ''}`}
        >
          {[undefined, ...labels].map((one) => (
            <AppLink
              key={one?.id ?? 0}
              href={changelogAddress(one?.slug)}
              aria-current={one?.id === label?.id ? 'true' : undefined}
            >
              {one?.name ?? t('common.all')}
            </AppLink>
          ))}
        </nav>
      )}
      {entries.length === 0 && (
        <EmptyState
          hint={!label && t('changelog.entryList.whatComes')}
          action={
            <>
              <ButtonLink href="/dashboard/changelog/edit" look="default" className="team-only">
                {t('changelog.entryList.writeTheFirst')}
              </ButtonLink>
              <SubscribeToChangelog siteName={site.name} />
              <ButtonLink href="/">{t('common.seeTheRoadmap')}</ButtonLink>
            </>
          }
        >
          {label
            ? t('changelog.entryList.nothingLabeled', { label: label.name })
            : t('changelog.entryList.nothingYet')}
        </EmptyState>
      )}
      {entries[0] && !label && !isContinued && <SeeEntries newest={entries[0].publishedAt} />}
      <EntryMonths
        entries={entries.map(showEntry)}
        // One month needs no heading.
        begun={next === null && months.size === 1 ? [...months][0] : undefined}
        showsReactions={site.showsReactions}
      />
      <MoreEntries
        next={next}
        label={label?.slug}
        month={entries.at(-1)?.day.slice(0, 7)}
        showsReactions={site.showsReactions}
      />
      {isContinued && (
        <p className="no-print mt-6">
          <a href={changelogAddress(label?.slug)} className={buttonClass('outline')}>
            {t('changelog.entryList.backToStart')}
          </a>
        </p>
      )}
    </>
  )
}

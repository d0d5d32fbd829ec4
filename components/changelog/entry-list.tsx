import { t } from '@/lib/words/t'
import { changelogAddress, changelogFeedAddress } from '@/lib/post/changelog'
import { type Entry, type Label, listLabels, showEntry } from '@/lib/queries/changelog'
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
  const [labels, site] = await Promise.all([listLabels(), getSite()])
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-xl font-semibold">
            {isContinued ? t('common.continued', { what: t('common.changelog') }) : t('common.changelog')}
          </h1>
          <p className="mt-1 text-ink-soft md:mt-3.5">{t('common.whatsNewIn', { site: site.name })}</p>
        </div>
        <div className="no-print flex flex-wrap items-center gap-x-3">
          <a
            href={changelogFeedAddress(label?.slug)}
            className="py-3.5 text-ink-soft underline underline-offset-2 hover:text-ink md:pointer-fine:py-2"
          >
            {t('shell.siteFooter.atomFeed')}
          </a>
          {entries.length > 0 && <SubscribeToChangelog siteName={site.name} />}
        </div>
      </div>
      {(entries.length > 0 || label) && (
        <nav
          aria-label={t('changelog.entryArticle.labels')}
          className={`segments no-print w-fit ${entries.length === 0 ? 'mb-4' : ''}`}
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
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink href="/dashboard/changelog/edit" look="default" className="team-only">
                {t('changelog.entryList.writeTheFirst')}
              </ButtonLink>
              <SubscribeToChangelog siteName={site.name} />
              <ButtonLink href="/">{t('common.seeTheRoadmap')}</ButtonLink>
            </div>
          }
        >
          {label
            ? t('changelog.entryList.nothingLabeled', { label: label.name })
            : t('changelog.entryList.nothingYet')}
        </EmptyState>
      )}
      {entries[0] && !label && !isContinued && <SeeEntries newest={entries[0].publishedAt} />}
      <EntryMonths entries={entries.map(showEntry)} showsReactions={site.showsReactions} />
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

'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type ChangeEvent, type SubmitEvent, useRef, useState, useTransition } from 'react'
import { checkImport, startImport } from '@/lib/actions/imports'
import { callAction } from '@/lib/browser/call-action'
import type { Category } from '@/lib/queries/categories'
import type { FoundBoard, FoundPosts, Unread, WholeRun } from '@/lib/queries/imports'
import type { Choices } from '@/lib/schemas/import'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { ColumnList, ColumnsNotImported } from './columns'
import { Counts, Lines } from './counts'
import { DateOrder, FileOptions, headingsOf } from './file-options'
import { FirstPosts } from './first-posts'
import { CategoryMap, StateMap } from './maps'
import {
  countChosen,
  firstChoices,
  readChoices,
  statesOfPosts,
  undecidedDates,
  undecidedStates,
  withChosen,
} from './read-choices'
import { RunButton } from './run-button'
import { focusRun } from './run-watch'
import { forgetChoices, useKeptChoices } from './use-kept-choices'

type Props = { run: WholeRun; found: FoundPosts | FoundBoard | Unread; categories: Category[] }

export function ImportChoices({ run, found, categories }: Props) {
  const router = useRouter()
  const [problem, setProblem] = useState('')
  const [isBusy, startTransition] = useTransition()
  const isPosts = found.kind === 'posts' && found.problem === undefined
  const open = categories.filter(({ isArchived }) => !isArchived)
  const first = firstChoices(isPosts ? found : null, open, run.choices ?? {})
  const [chosen, setChosen] = useState<Choices>()
  const choices = withChosen(first, chosen)
  const [isReadOtherwise, setReadOtherwise] = useState(false)
  const unclear = isPosts ? undecidedDates(found, run.choices ?? {}) : null
  const count = isPosts && !isReadOtherwise && !unclear ? countChosen(found, choices.states) : null
  const isUnknown = isPosts && count === null
  const isLess = isPosts && count !== null && count !== found.counts.added
  const states = isPosts ? statesOfPosts(found.states, !unclear) : []
  const undecided = undecidedStates(states, chosen?.states)
  const form = useRef<HTMLFormElement>(null)
  const check = useRef<HTMLButtonElement>(null)
  useKeptChoices(form, run.id, found.kind === 'posts' ? headingsOf(found).join('\n') : '')

  function follow({ target, currentTarget }: ChangeEvent<HTMLFormElement>) {
    setChosen(readChoices(new FormData(currentTarget)))
    if (/^(column:|encoding$|dates$|source$)/.test(target.name)) setReadOtherwise(true)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const choices = readChoices(new FormData(event.currentTarget))
    const isStart = (event.nativeEvent.submitter as HTMLButtonElement | null)?.value === 'start'
    // As a form does with an invalid field.
    const first =
      isStart &&
      (event.currentTarget.querySelector<HTMLElement>('select:invalid') ?? (isUnknown && check.current))
    if (first) {
      first.scrollIntoView({ block: 'center' })
      first.focus({ preventScroll: true })
    }
    if (isStart && (first || count === 0)) return
    startTransition(async () => {
      setProblem('')
      const act = isStart ? startImport : checkImport
      const result = await callAction(() => act({ id: run.id, choices }), { tries: 1 })
      if (!result.ok) setProblem(result.message)
      else if (isStart) forgetChoices(run.id)
      else {
        setReadOtherwise(false)
        focusRun()
      }
      router.refresh()
    })
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onChange={follow}
      aria-label={t('importing.choices.import')}
      className="@container space-y-6"
    >
      {found.kind === 'board' && <Board lines={found.lines} />}
      {found.problem !== undefined && <Question problem={found.problem} question={found.question} />}
      {isPosts && (
        <div className="-mt-4 space-y-4">
          <p className="text-ink-soft">{t('importing.choices.readAs', { format: found.format })}</p>
          {unclear ? (
            // What can be imported depends on the answer.
            <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              <div id="dates-asked" className="col-span-full">
                <Question problem={askForOrder(unclear)} />
              </div>
              <DateOrder {...unclear} chosen={run.choices?.dates} />
            </div>
          ) : (
            <>
              <ColumnsNotImported {...found} />
              <Counts
                counts={{ ...found.counts, added: count ?? found.counts.added }}
                stale={isUnknown ? 'all' : isLess ? 'all but posts' : undefined}
              />
              <Lines
                title={t('importing.counts.wontBeImported')}
                lines={found.notes}
                total={found.counts.bad}
                rowsOf={run.hasFailedRows && run.id}
              />
            </>
          )}
        </div>
      )}
      {isPosts && <ColumnList columns={found.columns} />}
      {found.kind === 'posts' && (
        <FileOptions found={found} chosen={run.choices ?? {}} fileName={run.fileName} />
      )}
      {isPosts && hasStates(found) && <StateMap states={states} isChecked={!unclear} />}
      {found.kind === 'posts' && (
        <CategoryMap
          names={isPosts ? found.categories : []}
          categories={open}
          first={first}
          isChecked={!unclear}
        />
      )}
      {isPosts && <FirstPosts posts={found.posts} categories={open} {...{ choices, undecided }} />}
      {found.kind === 'board' && <input type="hidden" name="category" value={open[0]?.slug} />}
      <FormMessage>{problem}</FormMessage>
      <div className="contents md:flex md:flex-wrap md:gap-2">
        {/* On phones, these stay in sight below the choices. */}
        <div className="sticky bottom-0 z-[1] -mx-4 flex flex-wrap gap-2 border-t border-line bg-page px-4 py-3 @max-[14rem]:static md:contents">
          {found.problem === undefined && (
            <Button
              type="submit"
              name="act"
              value="start"
              look={isUnknown || undecided.length > 0 || count === 0 ? 'outline' : 'default'}
              aria-disabled={isBusy || count === 0 || undefined}
            >
              {!isPosts
                ? t('importing.choices.importBoard')
                : count === null
                  ? t('importing.choices.import')
                  : t('importing.choices.importPosts', { count })}
            </Button>
          )}
          <Button
            ref={check}
            type="submit"
            name="act"
            value="check"
            look={isUnknown ? 'default' : 'outline'}
            aria-disabled={isBusy || undefined}
          >
            {t('importing.choices.checkAgain')}
          </Button>
          <p
            role="status"
            className="self-center text-ink-soft max-md:order-first max-md:basis-full max-md:empty:sr-only md:order-last"
          >
            {isUnknown && t('importing.choices.checkFirst')}
          </p>
        </div>
        <RunButton kind="discard" id={run.id} />
      </div>
    </form>
  )
}

/** A table without a column for states says nothing about them, unless an earlier choice still leaves posts out. */
const hasStates = ({ columns, states }: FoundPosts) =>
  columns.length === 0 ||
  columns.some(({ becomes }) => becomes === 'state') ||
  states.some(({ becomes }) => becomes !== 'proposed')

function Question({ problem, question }: Pick<Unread, 'problem'> & Partial<Pick<Unread, 'question'>>) {
  const say = () => {
    switch (question?.about) {
      case 'title':
        return t('importing.choices.whichIsTitle')
      case 'encoding':
        return t('importing.choices.whichEncoding', { line: question.line })
      case 'source':
        return t('importing.choices.whichSource', question)
      default:
        return problem
    }
  }
  return (
    <p role="alert" className="max-w-prose font-medium text-danger">
      {say()}
    </p>
  )
}

function askForOrder({ such, dayFirst, monthFirst }: NonNullable<FoundPosts['dates']>): string {
  return dayFirst && monthFirst
    ? t('importing.choices.mixedDates', { such, dayFirst, monthFirst })
    : t('importing.choices.whichDates', { such })
}

function Board({ lines }: { lines: string[] }) {
  return (
    <>
      <p className="max-w-prose">{t('importing.choices.wholeBoard')}</p>
      <Lines title={t('importing.counts.contents')} lines={lines} total={lines.length} />
    </>
  )
}

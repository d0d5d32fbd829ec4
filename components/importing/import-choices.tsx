'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type SubmitEvent, useState, useTransition } from 'react'
import { checkImport, startImport } from '@/lib/actions/imports'
import { callAction } from '@/lib/browser/call-action'
import type { Category } from '@/lib/queries/categories'
import type { FoundBoard, FoundPosts, Unread, WholeRun } from '@/lib/queries/imports'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { Counts, Lines } from './counts'
import { fileFields, FileOptions } from './file-options'
import { FirstPosts } from './first-posts'
import { CategoryMap, StateMap } from './maps'
import { readChoices } from './read-choices'
import { RunButton } from './run-button'

type Props = { run: WholeRun; found: FoundPosts | FoundBoard | Unread; categories: Category[] }

export function ImportChoices({ run, found, categories }: Props) {
  const router = useRouter()
  const [problem, setProblem] = useState('')
  const [isBusy, startTransition] = useTransition()
  const isPosts = found.kind === 'posts' && found.problem === undefined
  const open = categories.filter(({ isArchived }) => !isArchived)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const choices = readChoices(new FormData(event.currentTarget))
    const isStart = (event.nativeEvent.submitter as HTMLButtonElement | null)?.value === 'start'
    startTransition(async () => {
      setProblem('')
      const act = isStart ? startImport : checkImport
      const result = await callAction(() => act({ id: run.id, choices }), { tries: 1 })
      if (!result.ok) setProblem(result.message)
      router.refresh()
    })
  }

  return (
    <form onSubmit={submit} aria-label={t('importing.choices.import')} className="space-y-6">
      {found.kind === 'board' && <Board lines={found.lines} />}
      {found.problem !== undefined && <Question problem={found.problem} question={found.question} />}
      {isPosts && (
        <div className="-mt-4 space-y-4">
          <p className="text-ink-soft">{t('importing.choices.readAs', { format: found.format })}</p>
          <Columns columns={found.columns} />
          <Counts counts={found.counts} />
          <Lines
            title={t('importing.counts.wontBeImported')}
            lines={found.notes}
            total={found.counts.bad}
            rowsOf={run.hasFailedRows && run.id}
          />
        </div>
      )}
      {isPosts && <StateMap states={found.states} />}
      {found.kind === 'posts' && (
        <CategoryMap names={isPosts ? found.categories : []} categories={open} chosen={run.choices ?? {}} />
      )}
      {isPosts && <FirstPosts posts={found.posts} />}
      {found.kind === 'posts' && (
        <FileOptions found={found} chosen={run.choices ?? {}} fileName={run.fileName} />
      )}
      {found.kind === 'board' && <input type="hidden" name="category" value={open[0]?.slug} />}
      <FormMessage>{problem}</FormMessage>
      <div className="flex flex-wrap gap-2">
        {found.problem === undefined && (
          <Button type="submit" name="act" value="start" look="default" aria-disabled={isBusy || undefined}>
            {isPosts
              ? t('importing.choices.importPosts', { count: found.counts.added })
              : t('importing.choices.importBoard')}
          </Button>
        )}
        <Button type="submit" name="act" value="check" aria-disabled={isBusy || undefined}>
          {t('importing.choices.checkAgain')}
        </Button>
        <RunButton kind="discard" id={run.id} />
      </div>
    </form>
  )
}

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

function Columns({ columns }: Pick<FoundPosts, 'columns'>) {
  const used = columns.filter(({ becomes }) => becomes && fileFields[becomes])
  if (used.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {used.map(({ heading, becomes }) => (
        <li key={becomes} className="min-w-0 break-words">
          <span className="font-medium">{fileFields[becomes!]}</span>{' '}
          <span aria-hidden="true" className="inline-block text-ink-soft rtl:-scale-x-100">
            ←
          </span>{' '}
          <bdi>{heading}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Board({ lines }: { lines: string[] }) {
  return (
    <>
      <p className="max-w-prose">{t('importing.choices.wholeBoard')}</p>
      <Lines title={t('importing.counts.contents')} lines={lines} total={lines.length} />
    </>
  )
}

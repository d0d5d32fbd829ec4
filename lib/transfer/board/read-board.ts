import { basename } from 'node:path'
import type { Sql } from 'postgres'
import type { Entry, ZipFile } from 'yauzl'
import { isZip, openZip, readEntry } from '../import/zip.ts'
import { Refusal } from '../import/reading.ts'
import { addAccounts } from './accounts.ts'
import { listColumns, numberAfter } from './columns.ts'
import {
  accountsName,
  type Manifest,
  manifestName,
  objectFolder,
  readManifest,
  tableEntry,
} from './manifest.ts'
import { addObjects, type Storage } from './objects.ts'
import { parts } from './parts.ts'
import { expectNobodyHere } from './people-here.ts'
import { accountPart, addRows, type Check, objectPart, Progress } from './progress.ts'
import { parseRows } from './rows.ts'
import { showSettings } from './settings.ts'
import { findAdmins, isOfOneOf, listUngranted, readTeam, rolesTable, showTeam } from './team.ts'
import { t } from '../../words/t.ts'

export type BoardOptions = {
  dryRun: boolean
  withEmails: boolean
  admins: string[]
  pictures: Storage | 'left out' | 'nowhere to go'
  check?: Check
  report: (line: string) => void
}

export async function isBoard(file: string): Promise<boolean> {
  if (!isZip(file)) return false
  const { zip, entries } = await openZip(file, [objectFolder])
  zip.close()
  return entries.has(manifestName)
}

/** Into an instance without posts, or continues an interrupted import. @returns whether anything was left */
export async function readBoard(sql: Sql, file: string, options: BoardOptions): Promise<boolean> {
  const { zip, entries } = await openZip(file, [objectFolder])
  try {
    const manifest = readManifest((await readEntry(zip, entries.get(manifestName)!, 1024 * 1024)).toString())
    await expectColumns(sql, manifest)
    await expectWhole(zip, entries, manifest, file)
    if (manifest.objects > 0 && options.pictures === 'nowhere to go')
      throw new Refusal(
        `This board has ${manifest.objects.toLocaleString('en-US')} pictures. Set NEXT_PUBLIC_SUPABASE_URL and SUPABASE_SECRET_KEY to store them, or skip them with --without-pictures`,
      )
    const progress = await Progress.begin(sql, manifest.id, options.check)
    if (!progress.isBegun) await expectNoPosts(sql)
    const isComplete = typeof options.pictures === 'string' || progress.has(objectPart)
    if (progress.isFinished && isComplete) return false
    const team = await readTeam(zip, entries, manifest)
    for (const line of showTeam(team, options.admins)) options.report(line)
    for (const line of await showSettings(zip, entries)) options.report(line)
    if (!options.withEmails && manifest.tables.some(({ name }) => isSecret(name)))
      options.report('Accounts and addresses are left out. Import them with --with-emails.')
    if (!options.withEmails) await expectNobodyHere(sql, zip, entries, manifest)
    if (options.dryRun) {
      for (const { name, rows } of manifest.tables) options.report(`${name}: ${rows.toLocaleString('en-US')}`)
      return true
    }
    await addEverything(sql, { zip, entries, file, manifest, progress }, options)
    return true
  } finally {
    zip.close()
  }
}

type Source = {
  zip: ZipFile
  entries: Map<string, Entry>
  file: string
  manifest: Manifest
  progress: Progress
}

async function addEverything(
  sql: Sql,
  { zip, entries, file, manifest, progress }: Source,
  { pictures, report, withEmails, admins }: BoardOptions,
): Promise<void> {
  const rowsOf = (name: string) => parseRows(zip, entries.get(name)!)
  if (withEmails && manifest.accounts !== null && !progress.has(accountPart)) {
    await progress.add(accountPart, rowsOf(accountsName), addAccounts)
    report(`accounts: ${manifest.accounts.toLocaleString('en-US')}`)
  }
  for (const part of parts) {
    const table = manifest.tables.find(({ name }) => name === part.table)
    if (!table || progress.has(part.table) || (part.isSecret && !withEmails)) continue
    const isTaken = part.table === rolesTable ? isOfOneOf(await findAdmins(sql, admins)) : () => true
    const columns = table.columns.filter((column) => !part.without?.includes(column))
    await numberAfter(sql, part.table, table.numbers)
    await progress.add(
      part.table,
      rowsOf(tableEntry(part.table)),
      (tx, rows, isFirst) => addRows(tx, part, columns, rows.filter(isTaken), isFirst),
      Boolean(part.after),
    )
    await sql.unsafe(`analyze ${part.table}`)
    report(`${part.table}: ${table.rows.toLocaleString('en-US')}`)
  }
  if (typeof pictures !== 'string' && !progress.has(objectPart)) {
    const count = await addObjects(file, pictures, progress, report)
    report(`pictures: ${count.toLocaleString('en-US')}`)
  }
  // Only the role grants the team badge.
  await sql`
    update public.profiles p set is_team = not p.is_team
    where p.is_team <> exists (select from public.roles r where r.user_id = p.id)`
  for (const line of await listUngranted(sql, admins)) report(line)
  // The board may have votes for the address of someone who has an account only here.
  await sql`select private.hand_over_all_votes()`
  await progress.finish()
  const wrong = await sql`select from private.find_miscounts() limit 1`
  if (wrong.length > 0) report('Some counts are off. Run npm run recount -- --fix')
}

const isSecret = (table: string) => parts.some((part) => part.table === table && part.isSecret)

async function expectColumns(sql: Sql, manifest: Manifest): Promise<void> {
  for (const { name, columns } of manifest.tables) {
    const known = parts.some(({ table }) => table === name) ? await listColumns(sql, name) : []
    const unknown = columns.filter((column) => !known.includes(column))
    if (unknown.length > 0)
      throw new Refusal(t('transfer.refusal.laterVersion', { name, columns: unknown.join(', ') }))
  }
}

/** A damaged file is refused whole. Pictures aren't checked, because a damaged one is skipped alone. */
async function expectWhole(
  zip: ZipFile,
  entries: Source['entries'],
  { accounts, tables }: Manifest,
  file: string,
): Promise<void> {
  const expected = tables.map(({ name, rows }) => [tableEntry(name), rows] as const)
  if (accounts !== null) expected.push([accountsName, accounts])
  for (const [name, rows] of expected) {
    const entry = entries.get(name)
    if (!entry) throw new Refusal(t('transfer.refusal.tableMissing', { file: basename(file), name }))
    let count = 0
    for await (const _ of parseRows(zip, entry)) count++
    if (count !== rows)
      throw new Refusal(t('transfer.refusal.rowsMissing', { file: basename(file), name, count, rows }))
  }
}

async function expectNoPosts(sql: Sql): Promise<void> {
  const [found] = await sql<{ posts: boolean; other: boolean }[]>`
    select exists (select from public.posts) as posts, exists (select from private.board_imports) as other`
  if (found!.posts || found!.other) throw new Refusal(t('transfer.refusal.boardNotEmpty'))
}

import 'server-only'
import type { PostState } from '../post/states'
import type { Choices } from '../schemas/import'
import { viewerClient } from '../supabase/server'

type Counts = Record<
  'added' | 'present' | 'bad' | 'leftOut' | 'votes' | 'comments' | 'people' | Remark,
  number
>
export type Remark = 'shortened' | 'emptyComments' | 'flattened' | 'zoneless' | 'undated' | 'duplicates'

export type Unread = {
  kind: 'posts'
  problem: string
  question:
    | { about: 'title'; headings: string[] }
    | { about: 'encoding'; line: number }
    | { about: 'source'; title: string; source: string; other: string }
    | null
}
export type FoundPosts = {
  kind: 'posts'
  problem?: undefined
  format: string
  columns: { heading: string; becomes: string | null }[]
  /** Missing in checks by an earlier version. */
  dates?: { such: string; order: 'day' | 'month' | null; dayFirst?: string; monthFirst?: string } | null
  /** `added` posts of `count` can be imported. */
  states: {
    name: string
    count: number
    added?: number
    isKnown: boolean
    isUnclear?: boolean
    becomes: PostState | null
  }[]
  categories: { name: string; count: number; added?: number }[]
  posts: {
    title: string
    state: PostState
    stateName?: string
    category: string | null
    author: string | null
    votes: number
    comments: number
    createdAt: string
  }[]
  counts: Counts
  unknownFields: string[]
  notes: string[]
}
export type FoundBoard = { kind: 'board'; problem?: string; question?: null; lines: string[] }

export type ImportRun = {
  id: string
  fileName: string
  fileSize: number
  state: 'uploading' | 'checking' | 'checked' | 'running' | 'done' | 'failed' | 'undoing' | 'undone'
  done: number
  isWaiting: boolean
  problem: string | null
  createdAt: string
  startedAt: string | null
  endedAt: string | null
  undoneAt: string | null
  outcome: {
    counts?: Counts
    notes?: string[]
    /** Missing in imports by an earlier version. */
    leftOut?: { name: string; count: number }[]
    lines?: string[]
    removed?: number
    kept?: number
  } | null
  isMine: boolean
  adminName: string | null
  isBoard: boolean
  /** Whether the check ended with questions that the admin has to answer. */
  needsInput: boolean
  hasFailedRows: boolean
  posts: number
}
export type WholeRun = ImportRun & {
  kept: { title: string; slug: string; category: string }[] | null
  found?: FoundPosts | FoundBoard | Unread
  choices?: Partial<Choices>
}

export async function listImports(): Promise<ImportRun[]> {
  const { data } = await (await viewerClient()).rpc('admin_imports').throwOnError()
  return data as unknown as ImportRun[]
}

export async function getImport(id: string): Promise<WholeRun | null> {
  const { data } = await (await viewerClient()).rpc('admin_import', { run_id: id }).throwOnError()
  return data as unknown as WholeRun | null
}

/** The rows that an import couldn't import, as a CSV file; null if there are none. */
export async function getFailedRows(id: string): Promise<string | null> {
  const { data } = await (await viewerClient()).rpc('admin_failed_rows', { run_id: id }).throwOnError()
  return data
}

export type BoardExport = Awaited<ReturnType<typeof listExports>>[number]

export async function listExports() {
  const { data } = await (await viewerClient()).rpc('admin_exports').throwOnError()
  return data.map((row) => ({
    id: row.id,
    adminName: row.admin_name as string | null,
    isFromShell: row.origin === 'shell',
    state: row.state as 'making' | 'done' | 'failed' | 'ended',
    size: row.size as number | null,
    missing: row.missing,
    problem: row.problem as string | null,
    createdAt: row.created_at,
  }))
}

export async function* readExport(id: string): AsyncGenerator<Buffer> {
  const client = await viewerClient()
  for (let part = 0; ; part++) {
    const { data } = await client.rpc('admin_export_part', { export_id: id, part }).throwOnError()
    if (data === null) return
    yield Buffer.from(data, 'base64')
  }
}

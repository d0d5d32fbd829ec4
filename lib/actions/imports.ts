'use server'

import { succeed } from '../schemas/action-result'
import { exportSchema, importSchema, runSchema } from '../schemas/import'
import * as z from '../schemas/zod'
import { databaseProblem } from './refusals'
import { markEverythingChanged } from './mark-changed'
import { adminAction } from './member-action'

export const checkImport = adminAction(importSchema, async ({ id, choices }, { client }) => {
  const { error } = await client.rpc('admin_check_import', { run_id: id, choices })
  return error ? databaseProblem(error) : succeed(null)
})

export const startImport = adminAction(importSchema, async ({ id, choices }, { client }) => {
  const { error } = await client.rpc('admin_start_import', { run_id: id, choices })
  if (error) return databaseProblem(error)
  markEverythingChanged()
  return succeed(null)
})

export const stopImport = adminAction(runSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_stop_import', { run_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const undoImport = adminAction(runSchema, async ({ id }, { client }) => {
  const { error } = await client.rpc('admin_undo_import', { run_id: id })
  return error ? databaseProblem(error) : succeed(null)
})

export const showImport = adminAction(z.null(), async () => {
  markEverythingChanged()
  return succeed(null)
})

export const makeExport = adminAction(exportSchema, async ({ withNotes, withPictures }, { client }) => {
  const { error } = await client.rpc('admin_make_export', {
    with_notes: withNotes,
    with_pictures: withPictures,
  })
  return error ? databaseProblem(error) : succeed(null)
})

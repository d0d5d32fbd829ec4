'use server'

import { texts } from '../words/deferred.ts'
import { t } from '../words/t.ts'
import { refuse, succeed } from '../schemas/action-result'
import {
  archiveCategorySchema,
  categorySchema,
  deleteCategorySchema,
  orderCategoriesSchema,
} from '../schemas/category'
import { databaseProblem } from './refusals'
import { markCategoriesChanged } from './mark-changed'
import { adminAction } from './member-action'

const gone = () => t('actions.categories.gone')
const refusals: Record<string, string> = texts({
  reserved: 'actions.categories.theSiteUsesThis',
  taken: 'actions.categories.anotherCategoryUsesThis',
  fixed: 'common.addressIsFixed',
})

export const saveCategory = adminAction(categorySchema, async (form, { client }) => {
  const { data, error } = await client
    .rpc('admin_save_category', {
      // The generated types don't allow null for arguments.
      category_id: (form.id ?? null) as number,
      new_slug: form.slug,
      new_name: form.name,
      new_description: form.description,
      new_prompt: form.prompt,
      new_details_prompt: form.detailsPrompt,
      seen_revision: form.seenRevision,
      is_archived: form.isArchived,
    })
    .single()
  if (error) return databaseProblem(error)
  const refusal = refusals[data.status]
  if (refusal) return refuse(refusal, { fieldErrors: { slug: refusal } })
  if (data.status === 'conflict')
    return refuse(t('actions.refusals.someoneElseWasChanging'), { reason: 'conflict' })
  if (data.status === 'missing') return refuse(gone(), { reason: 'gone' })
  markCategoriesChanged()
  return succeed({ id: data.id })
})

export const archiveCategory = adminAction(archiveCategorySchema, async ({ id, wanted }, { client }) => {
  const { data, error } = await client.rpc('admin_archive_category', { category_id: id, wanted })
  if (error) return databaseProblem(error)
  if (!data) return refuse(gone(), { reason: 'gone' })
  markCategoriesChanged()
  return succeed(null)
})

export const orderCategories = adminAction(orderCategoriesSchema, async ({ ids }, { client }) => {
  const { error } = await client.rpc('admin_order_categories', { category_ids: ids })
  if (error) return databaseProblem(error)
  markCategoriesChanged()
  return succeed(null)
})

export const deleteCategory = adminAction(deleteCategorySchema, async ({ id, seenRevision }, { client }) => {
  const wanted = client.from('categories').delete({ count: 'exact' }).eq('id', id)
  const { error, count } = await (seenRevision === undefined ? wanted : wanted.eq('revision', seenRevision))
  if (error?.code === '23503') return refuse(t('actions.categories.thisCategoryHasPosts'))
  if (error) return databaseProblem(error)
  if (seenRevision !== undefined && count === 0)
    return refuse(t('actions.refusals.someoneElseWasChanging'), { reason: 'conflict' })
  markCategoriesChanged()
  return succeed(null)
})

import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { clientOf, createPerson, signIn } from './people'

/** The form of a changelog entry, and its fields. */
export const editor = (page: Page) => {
  const form = page.getByRole('form', { name: 'Entry' })
  return { form, title: form.getByLabel('Title'), text: form.getByRole('textbox', { name: 'Text' }) }
}

/** Creates an entry of a new admin, signs them in and opens the editor. */
export async function openEntry(page: Page, publishing: object | null) {
  const admin = await createPerson({ admin: true })
  const client = await clientOf(admin)
  const { data } = await client
    .rpc('admin_save_entry', { entry_id: null, new_title: `Entry ${randomUUID()}`, new_body: 'Saved.' })
    .single()
    .throwOnError()
  const { id } = data as { id: number }
  if (publishing) await client.rpc('admin_publish_entry', { entry_id: id, ...publishing }).throwOnError()
  await signIn(page, admin)
  await page.goto(`/dashboard/changelog/edit?id=${id}`)
  return { id, client }
}

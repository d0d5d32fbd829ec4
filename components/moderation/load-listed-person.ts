import { getListedPerson } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { listedPerson } from './listed-person'

/** The page is useful without it. */
export async function loadListedPerson(id: string): Promise<void> {
  const result = await callAction(() => getListedPerson({ id }))
  if (result.ok) listedPerson.write(result.data)
}

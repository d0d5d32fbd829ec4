import { draftKey, visitorKey } from './draft'

/** A picture that was chosen for something not sent yet. */
export type KeptPicture = { key: string; file: File; alt: string }

const storeName = 'pictures'

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('signpost', 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
  return answerOf(request)
}

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error!))
  })

/** Whatever goes wrong with the browser's storage costs what it was to keep, and nothing else. */
async function use<Answer>(
  mode: IDBTransactionMode,
  run: (pictures: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | undefined> {
  try {
    const database = await open()
    try {
      return await answerOf(run(database.transaction(storeName, mode).objectStore(storeName)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** The pictures of the draft with this name; those of a visitor go over to the account that signs in. */
export async function readPictures(draft: string): Promise<KeptPicture[]> {
  const read = (key: string) =>
    use('readonly', (pictures) => pictures.get(key) as IDBRequest<KeptPicture[] | undefined>)
  return (await read(draftKey(draft))) ?? (await read(visitorKey(draft))) ?? []
}

export async function keepPictures(draft: string, kept: KeptPicture[]): Promise<void> {
  const key = draftKey(draft)
  if (kept.length > 0) await use('readwrite', (pictures) => pictures.put(kept, key))
  else await use('readwrite', (pictures) => pictures.delete(key))
  if (key !== visitorKey(draft)) await use('readwrite', (pictures) => pictures.delete(visitorKey(draft)))
}

import { draftKey, visitorKey } from './draft'

export type KeptPicture = { key: string; file: File; alt: string }

const storeName = 'pictures'
const channelName = 'signpost-pictures'
/** A tab's own listeners hear its messages as well, and already know them. */
const tab = Math.random()

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

/** A failing browser storage only costs what it was supposed to keep. */
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
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ key, tab })
  channel.close()
}

export function hearPictures(draft: string, run: (kept: KeptPicture[]) => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }) => {
    const isOurs = data.key === draftKey(draft) || data.key === visitorKey(draft)
    if (isOurs && data.tab !== tab) void readPictures(draft).then(run)
  })
  return () => channel.close()
}

import { t } from '../words/t.ts'
import { PictureError } from './picture-error.ts'

const atOnce = 1
const longestLine = 8

const inside = new Set<string>()
const line: (() => void)[] = []
let working = 0

/** One at a time, at most one per person. @throws PictureError if the queue is full or the sender leaves */
export async function takeTurn<Result>(
  person: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  if (inside.has(person)) {
    throw new PictureError(t('image.pictureLine.lastIsProcessed'))
  }
  if (signal.aborted) throw hasLeft()
  if (line.length >= longestLine) {
    throw new PictureError(t('image.pictureLine.isFull'))
  }
  inside.add(person)
  try {
    if (working < atOnce) working++
    // A finished task hands its place on, so no one jumps the queue.
    else await standInLine(signal)
    return await work().finally(() => {
      const next = line.shift()
      if (next) next()
      else working--
    })
  } finally {
    inside.delete(person)
  }
}

function standInLine(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      line.splice(line.indexOf(begin), 1)
      reject(hasLeft())
    }
    line.push(begin)
    signal.addEventListener('abort', leave, { once: true })
  })
}

const hasLeft = () => new PictureError(t('image.pictureLine.interrupted'))

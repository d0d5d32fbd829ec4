'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { useRouter } from 'next/navigation'
import { callAction } from '@/lib/browser/call-action'
import { sendFile } from '@/lib/browser/send-file'
import { pictureKind } from '@/lib/image/picture-kind'
import type { ShownImage } from '@/lib/image/sizes'
import { fileProblem, imageLimits } from '@/lib/schemas/image'
import {
  hearPictures,
  keepPictures,
  type KeptPicture,
  readPictures,
} from '@/lib/session/browser/draft-pictures'

export type ChosenFile = KeptPicture & {
  preview: string
  status: 'chosen' | 'sending' | 'failed'
  problem?: string
}

/**
 * Images chosen for something that isn't saved yet; sent one by one once it is.
 * @param draft the name of the draft that they belong to
 */
export function useImageFiles(draft?: string) {
  const router = useRouter()
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [problem, setProblem] = useState('')
  /** The stored images as far as this tab knows; null until it has checked. */
  const known = useRef<KeptPicture[] | null>(null)
  /** The images in the form, also for functions that started before the last choice. */
  const latest = useRef(files)
  useEffect(() => {
    latest.current = files
  }, [files])

  useEffect(() => {
    if (!draft) return
    void readPictures(draft).then((kept) => {
      known.current = kept
      setFiles((all) => [...kept.filter(({ key }) => !all.some((one) => one.key === key)).map(show), ...all])
    })
    // Another tab has added or removed images, or sent the draft with them.
    return hearPictures(draft, (kept) => {
      const before = known.current ?? []
      known.current = kept
      setFiles((all) => [
        ...kept.map((one) => ({ ...(all.find(({ key }) => key === one.key) ?? show(one)), alt: one.alt })),
        ...all.filter(({ key }) => ![...before, ...kept].some((one) => one.key === key)),
      ])
    })
  }, [draft])
  useEffect(() => {
    if (!draft || known.current === null || sumUp(known.current) === sumUp(files)) return
    known.current = toKept(files)
    void keepPictures(draft, known.current)
  }, [draft, files])

  const change = (key: string, next: Partial<ChosenFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))
  function remove(key: string) {
    const gone = files.find((one) => one.key === key)
    if (gone) URL.revokeObjectURL(gone.preview)
    setFiles((all) => all.filter((one) => one.key !== key))
  }

  async function add(chosen: Iterable<File>) {
    const sound: ChosenFile[] = []
    const problems: string[] = []
    for (const file of chosen) {
      const found = fileProblem(file) ?? (await contentProblem(file))
      if (found) problems.push(found)
      else if (files.length + sound.length >= imageLimits.count) {
        problems.push(t('image.useImageFiles.youCanAddUp', { count: imageLimits.count, file: file.name }))
      } else sound.push(show({ key: crypto.randomUUID(), file, alt: '' }))
    }
    setProblem(problems.join(' '))
    latest.current = [...latest.current, ...sound]
    setFiles((all) => [...all, ...sound])
  }

  /**
   * Sends every chosen file to its owner, including those chosen in the meantime. Sent files are no longer among the
   * chosen ones.
   */
  async function send(owner: 'post' | 'comment' | 'entry', id: number, refreshes = true) {
    const sent = new Map<string, ShownImage>()
    const failed = new Set<string>()
    const next = () => latest.current.find(({ key }) => !sent.has(key) && !failed.has(key))
    for (let one = next(); one; one = next()) {
      const { key } = one
      change(key, { status: 'sending', problem: undefined })
      const result = await sendPicture(owner, id, one)
      if (result.ok) {
        sent.set(key, result.data)
        remove(key)
      } else {
        failed.add(key)
        change(key, { status: 'failed', problem: result.message })
      }
    }
    // The form may close before it renders again, and with it what stores them.
    if (draft) await keepPictures(draft, toKept(latest.current.filter(({ key }) => !sent.has(key))))
    if (sent.size > 0 && refreshes) router.refresh()
    return { sent: [...sent.values()], isComplete: failed.size === 0 }
  }

  return { files, problem, add, change, remove, send, setFiles }
}

const toKept = (files: ChosenFile[]): KeptPicture[] => files.map(({ key, file, alt }) => ({ key, file, alt }))
const sumUp = (pictures: KeptPicture[]) => JSON.stringify(pictures.map(({ key, alt }) => [key, alt]))

const show = (kept: KeptPicture): ChosenFile => ({
  ...kept,
  preview: URL.createObjectURL(kept.file),
  status: 'chosen',
})

/** What is wrong with the content of a file, so that people don't learn it only after sending. */
async function contentProblem(file: File): Promise<string | null> {
  const kind = await pictureKind(file)
  if (!kind) return t('image.useImageFiles.isntAnImage', { file: file.name })
  if (kind !== file.type) return t('image.useImageFiles.doesntMatchItsFile', { file: file.name })
  // Some browsers that may send AVIF can't display it.
  if (kind === 'image/avif') return null
  return createImageBitmap(file).then(
    (picture) => (picture.close(), null),
    () => t('image.useImageFiles.isDamagedAndCant', { file: file.name }),
  )
}

export function sendPicture(owner: 'post' | 'comment' | 'entry', id: number, { file, alt }: KeptPicture) {
  const use = { for: 'image', owner, id: String(id), alt } as const
  return callAction(() => sendFile<ShownImage>(file, use), { tries: 1 })
}

'use client'

import { useEffect, useRef, useState } from 'react'
import { uploadImage } from '@/lib/actions/images'
import { callAction } from '@/lib/browser/call-action'
import { fileProblem, imageLimits } from '@/lib/schemas/image'

export type ChosenFile = {
  key: string
  file: File
  preview: string
  alt: string
  status: 'chosen' | 'sending' | 'failed'
  problem?: string
}

/** Pictures somebody chose for something that is yet to be saved; sent one by one once it is. */
export function useImageFiles() {
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [problem, setProblem] = useState('')
  const previews = useRef(new Set<string>())

  useEffect(() => {
    const known = previews.current
    return () => known.forEach((address) => URL.revokeObjectURL(address))
  }, [])

  const change = (key: string, next: Partial<ChosenFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))
  const remove = (key: string) => setFiles((all) => all.filter((one) => one.key !== key))

  function add(chosen: Iterable<File>) {
    const sound: ChosenFile[] = []
    const problems: string[] = []
    for (const file of chosen) {
      const found = fileProblem(file)
      if (found) problems.push(found)
      else if (files.length + sound.length >= imageLimits.count) {
        problems.push(`At most ${imageLimits.count} images: ${file.name} was left out.`)
      } else {
        const preview = URL.createObjectURL(file)
        previews.current.add(preview)
        sound.push({ key: crypto.randomUUID(), file, preview, alt: '', status: 'chosen' })
      }
    }
    setProblem(problems.join(' '))
    setFiles((all) => [...all, ...sound])
  }

  /** Sends every chosen file to its owner. True when all of them arrived. */
  async function send(owner: 'post' | 'comment', id: number): Promise<boolean> {
    let isComplete = true
    for (const one of files) {
      change(one.key, { status: 'sending', problem: undefined })
      const form = new FormData()
      form.set('owner', owner)
      form.set('id', String(id))
      form.set('alt', one.alt)
      form.set('picture', one.file)
      const result = await callAction(() => uploadImage(form), { tries: 1 })
      if (result.ok) remove(one.key)
      else {
        isComplete = false
        change(one.key, { status: 'failed', problem: result.message })
      }
    }
    return isComplete
  }

  return { files, problem, add, change, remove, send, setFiles }
}

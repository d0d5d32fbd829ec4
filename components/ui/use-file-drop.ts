import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Files dropped on the composer around `place`, or pasted into it, go to `onFiles` instead of into the text. */
export function useFileDrop(place: RefObject<HTMLElement | null>, onFiles?: (files: File[]) => void): void {
  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onFiles?.(files)
  })
  const hasReceiver = onFiles !== undefined

  useEffect(() => {
    const box = place.current?.closest<HTMLElement>('.composer')
    if (!box || !hasReceiver) return
    const end = new AbortController()
    const listen = <Kind extends keyof HTMLElementEventMap>(
      kind: Kind,
      run: (event: HTMLElementEventMap[Kind]) => void,
    ) => box.addEventListener(kind, run, { signal: end.signal })
    const mark = (isOver: boolean) => box.toggleAttribute('data-over', isOver)
    listen('paste', (event) => take(event, event.clipboardData))
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      mark(true)
    })
    listen('dragleave', () => mark(false))
    listen('drop', (event) => {
      mark(false)
      take(event, event.dataTransfer)
    })
    return () => end.abort()
  }, [place, hasReceiver])
}

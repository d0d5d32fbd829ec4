import { type ComponentType, lazy } from 'react'
import { reloadWhenOutdated } from '@/lib/browser/build-watch'
import { loadWords } from '@/lib/words/browser'

const longestPause = 10_000

/** `pause` is in milliseconds. */
const loadInTheEnd = <Part>(load: () => Promise<Part>, pause = 1_000): Promise<Part> =>
  Promise.all([load(), import('@/app/more.css'), loadWords()]).then(
    ([part]) => part,
    async () => {
      await reloadWhenOutdated()
      await new Promise((resolve) => setTimeout(resolve, pause))
      return loadInTheEnd(load, Math.min(pause * 2, longestPause))
    },
  )

/**
 * Makes a function that loads a part that isn't on a page at first, with its stylesheet and its messages. It waits for
 * a connection, because an error would replace the page and what was typed there, and reloads the page after a new
 * build. However often it's called, it loads once.
 */
export function partLoader<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | undefined
  return () => (loading ??= loadInTheEnd(load))
}

/** A component that is loaded when it is first shown, by its name in its file. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  const loadFile = partLoader(load)
  return lazy(() => loadFile().then((file) => ({ default: file[name] })))
}

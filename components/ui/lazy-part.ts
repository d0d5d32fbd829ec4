import { type ComponentType, lazy } from 'react'
import { reloadWhenOutdated } from '@/lib/browser/build-watch'
import { loadWords } from '@/lib/words/browser'

const longestPause = 10_000

/**
 * Loads a part that isn't on a page at first, with its stylesheet and its messages. It waits for a connection, because
 * an error would replace the page and what was typed there, and reloads the page after a new build. `pause` is in
 * milliseconds.
 */
export const loadPart = <Part>(load: () => Promise<Part>, pause = 1_000): Promise<Part> =>
  Promise.all([load(), import('@/app/more.css'), loadWords()]).then(
    ([part]) => part,
    async () => {
      await reloadWhenOutdated()
      await new Promise((resolve) => setTimeout(resolve, pause))
      return loadPart(load, Math.min(pause * 2, longestPause))
    },
  )

/** A component that is loaded when it is first shown, by its name in its file. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(() => loadPart(load).then((file) => ({ default: file[name] })))

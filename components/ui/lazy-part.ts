import { type ComponentType, lazy } from 'react'
import { loadWords } from '@/lib/words/browser'

/** Loads a part that isn't on a page at first, with its stylesheet and its messages. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  Promise.all([load(), import('@/app/more.css'), loadWords()]).then(([part]) => part)

/** A component that is loaded when it is first shown, by its name in its file. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(() => loadPart(load).then((file) => ({ default: file[name] })))

import { type ComponentType, lazy } from 'react'
import { loadWords } from '@/lib/words/browser'

/** Loads what is not on a page at first, with the stylesheet that has its classes and what it says. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  Promise.all([load(), import('@/app/more.css'), loadWords()]).then(([part]) => part)

/** A component that is loaded once it is shown, by its name in the file it is in. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(() => loadPart(load).then((file) => ({ default: file[name] })))

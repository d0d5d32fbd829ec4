import { type ComponentType, lazy } from 'react'

/** A component that is loaded once it is shown, by its name in the file it is in. */
export const lazyPart = <Name extends string, Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => lazy(() => load().then((file) => ({ default: file[name] })))

import { useEffect } from 'react'

/** Lets the browser ask before a reload or a closed tab loses what was typed. */
export function useAskBeforeLeaving(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}

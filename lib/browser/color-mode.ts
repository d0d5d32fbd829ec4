import { useSyncExternalStore } from 'react'

/** The script in the head applies what is stored under this key, and what is dispatched as its change. */
export const colorModeKey = 'theme'
export const colorModeEvent = 'colormode'

function listen(update: () => void) {
  addEventListener(colorModeEvent, update)
  return () => removeEventListener(colorModeEvent, update)
}

/** System, light or dark. Only the browser knows the choice, so stored pages say System. */
export const useColorMode = (): string =>
  useSyncExternalStore(
    listen,
    () => document.documentElement.dataset.colorMode!,
    () => 'system',
  )

export const isDark = (): boolean => document.documentElement.classList.contains('dark')
export const useIsDark = (): boolean => useSyncExternalStore(listen, isDark, () => false)

/** In this tab only. */
export const showColorMode = (mode: string): boolean =>
  dispatchEvent(new StorageEvent('storage', { key: colorModeKey, newValue: mode }))

export function chooseColorMode(mode: string): void {
  try {
    localStorage.setItem(colorModeKey, mode)
  } catch {
    // Without storage, other tabs and later visits don't learn of it.
  }
  // Browsers only tell the other tabs.
  showColorMode(mode)
}

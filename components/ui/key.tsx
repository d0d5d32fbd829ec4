/** A key of the keyboard, as it is written on it. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-h-5 min-w-5 items-center justify-center rounded border border-line-strong px-1 font-sans text-xs leading-none font-normal text-ink-soft">
      {children}
    </kbd>
  )
}

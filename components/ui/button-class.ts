const base =
  'inline-flex min-h-11 max-w-full items-center justify-center gap-1.5 rounded-md px-3 py-1 text-sm md:pointer-fine:min-h-9 font-medium text-center text-balance break-words hover:transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const looks = {
  // The stronger accent of dark mode is too light for white text.
  default:
    'bg-accent text-on-accent forced-colors:border hover:bg-accent-strong dark:hover:bg-accent dark:hover:[filter:brightness(1.1)]',
  outline: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  // The button is quiet until the pointer or focus is on it.
  'outline-destructive':
    'border border-line-strong bg-surface text-ink hover:border-danger hover:bg-danger-soft hover:text-danger focus-visible:border-danger focus-visible:text-danger',
  destructive: 'bg-danger text-surface forced-colors:border hover:opacity-90',
}

export function buttonClass(look: keyof typeof looks = 'default', extra = ''): string {
  return `${base} ${looks[look]} ${extra}`
}

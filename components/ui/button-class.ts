const base =
  'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm sm:px-3 font-medium whitespace-nowrap hover:transition-colors disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60'

const looks = {
  default: 'bg-accent text-on-accent hover:bg-accent-strong',
  outline: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  'outline-destructive': 'border border-line-strong bg-surface text-danger hover:bg-danger-soft',
  destructive: 'bg-danger text-surface hover:opacity-90',
}

/** The look of a button, for buttons and for links that act like one. */
export function buttonClass(look: keyof typeof looks = 'default', extra = ''): string {
  return `${base} ${looks[look]} ${extra}`
}

export const inputClass =
  'rounded-md border border-line-strong bg-surface px-[min(0.75rem,4vw)] py-1.5 text-base sm:text-sm min-h-11 md:pointer-fine:min-h-9 placeholder:text-ink-soft aria-invalid:border-danger [&[readonly]]:bg-sunken [&[readonly]]:text-ink-soft'

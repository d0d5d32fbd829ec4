import type { ComponentProps } from 'react'
import { AppLink } from './app-link'
import { buttonClass } from './button-class'

type Look = { look?: Parameters<typeof buttonClass>[0] }

/** Doesn't submit a form unless its type says so. */
export function Button({ look = 'outline', className, ...props }: ComponentProps<'button'> & Look) {
  return <button type="button" {...props} className={buttonClass(look, className)} />
}

export function ButtonLink({ look = 'outline', className, ...props }: ComponentProps<typeof AppLink> & Look) {
  return <AppLink {...props} className={buttonClass(look, className)} />
}

import { codeAddress } from '@/lib/session/code-address'

/** The second step of a sign-in: a page of its own, or in the widget's frame (widget-frame.tsx), which no other page gets into. */
export function goToCode(next: string): void {
  if (window.parent === window) window.location.assign(codeAddress(next))
  else window.location.reload()
}

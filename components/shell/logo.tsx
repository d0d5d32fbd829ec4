import { SignpostMark } from '@/lib/publish/signpost-mark'
import type { Site } from '@/lib/queries/site'

/** The operator's logo, or a signpost. */
export function Logo({ logo }: { logo: Site['logo'] }) {
  if (logo) return <img {...logo} alt="" className="h-7 w-auto max-w-40 object-contain" />
  return <SignpostMark color="var(--accent)" aria-hidden="true" className="size-7 shrink-0" />
}

import { SignpostMark } from '@/lib/publish/signpost-mark'

/** The operator's logo, or a signpost. */
export function Logo({ src }: { src?: string }) {
  if (src) return <img src={src} alt="" className="h-7 w-auto" />
  return <SignpostMark color="var(--accent)" aria-hidden="true" className="size-7 shrink-0" />
}

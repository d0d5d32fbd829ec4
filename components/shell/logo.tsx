/** The operator's logo, or a signpost. */
export function Logo({ src }: { src?: string }) {
  if (src) return <img src={src} alt="" className="h-7 w-auto" />
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className="size-7 shrink-0">
      <rect width="28" height="28" rx="7" fill="var(--accent)" />
      <path
        d="M14 5v18M7 8h11l3 3-3 3H7zm14 6.5H11.5L9 17l2.5 2.5H21z"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

import type { IconName } from './icon-shapes'

/** An icon next to text that says the same; never the only carrier of a meaning. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

/** The icon of a writing tool, which a page doesn't need before. */
export function ToolIcon({ path }: { path: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="icon"
    >
      <path d={path} />
    </svg>
  )
}

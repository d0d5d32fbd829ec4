import type { IconName } from './icon-sprite'

/** A picture beside words that say the same; never the only carrier of a meaning. */
export function Icon({ name, className = 'icon' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

import type { IconName } from './icon-sprite'

/** A picture beside words that say the same; never the only carrier of a meaning. */
export function Icon({ name, className = 'size-4' }: { name: IconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={`${className} shrink-0`}>
      <use href={`#icon-${name}`} />
    </svg>
  )
}

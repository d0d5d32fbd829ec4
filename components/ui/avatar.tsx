import { initials, initialsColors } from '@/lib/text/initials'
import { AvatarPicture } from './avatar-picture'

/** A person's picture, or the initials on a color of their own. Decorative: the name is next to it. */
export function Avatar(props: { name: string; src?: string | null; size?: 'sm' | 'base' | 'lg' }) {
  const { name, src, size = 'base' } = props
  const look = { 'aria-hidden': true, className: `avatar avatar-${size}` }
  // The style sheet draws the initials. As text, they would be part of the surrounding element's name.
  const fallback = { 'data-initials': initials(name), style: initialsColors(name) }
  const drawn = (
    <span {...look}>
      <span {...fallback} />
    </span>
  )
  return src ? <AvatarPicture {...{ look, src, fallback }}>{drawn}</AvatarPicture> : drawn
}

import { placesKey } from '@/lib/browser/waiting-places'
import { comments } from './comment-store'

/**
 * Stores a stylesheet that keeps the place of a person's comments on this page that await approval, because a stored
 * page doesn't have them. first-scripts.tsx uses it before the first paint.
 */
export function storePlaces(post: number, viewerId: string): void {
  const places = new Map<string, string[]>()
  let css = ''
  for (const { post: place, parent, saved } of comments.read().own) {
    const entry = saved?.isWaiting && document.getElementById(`comment-${saved.id}`)
    if (!entry || place !== post || saved.authorId !== viewerId) continue
    const within = parent ? `#comment-${parent}` : '.comment-list'
    const name = `--place-${saved.id}`
    places.set(within, [...(places.get(within) ?? []), name])
    // Once it is approved, the page has it.
    css += `:root[data-viewer]:not(:has(#${entry.id})){${name}:${heightOf(entry)}px}`
  }
  for (const [within, names] of places) {
    const height = names.map((name) => `var(${name},0px)`).join(' + ')
    css += `${within}::after{content:"";display:block;height:calc(${height});background:${look}}`
  }
  try {
    const key = placesKey + viewerId + location.pathname
    if (css) localStorage.setItem(key, `${css}[data-viewer] .comment-list>p{display:none}`)
    else localStorage.removeItem(key)
  } catch {
    // A browser without storage keeps no place.
  }
}

/** A name above a line of text. */
const look = ['2rem/30%', '3.5rem/calc(100% - 5.5rem)']
  .map((place) => `linear-gradient(var(--sunken) 0 0) 2.75rem ${place} .75rem no-repeat`)
  .join()

/** With the gap above it. The first reply also adds the one above its list. */
function heightOf(entry: HTMLElement): number {
  const { top, bottom } = entry.getBoundingClientRect()
  const above = entry.previousElementSibling ?? entry.closest('.replies')?.previousElementSibling
  const end = above?.getBoundingClientRect()
  return bottom - (end?.height ? end.bottom : top)
}

/** Gives up the kept places, once the comments are there, or if there are none. */
export function giveUpPlaces(): void {
  document.adoptedStyleSheets = []
}

/** A comment has taken its place. Stores the places again whenever its height changes, until what this returns is called. */
export function watchPlace(id: number, post: number, viewerId: string): () => void {
  giveUpPlaces()
  const watcher = new ResizeObserver(() => storePlaces(post, viewerId))
  watcher.observe(document.getElementById(`comment-${id}`)!)
  return () => watcher.disconnect()
}

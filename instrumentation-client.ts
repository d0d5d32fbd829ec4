import { noteNavigation } from './components/shell/focus-after-navigation'
import { startProgress } from './components/shell/progress-bar'
import { loadFullyWhenOutdated } from './lib/browser/build-watch'

// From here on, React handles events, so what is pressed now must not be replayed.
// oxlint-disable-next-line unicorn/prefer-add-event-listener
window.onclick = null

export function onRouterTransitionStart(url: string, kind: 'push' | 'replace' | 'traverse'): void {
  if (kind !== 'traverse') loadFullyWhenOutdated(url)
  noteNavigation(kind)
  startProgress(url)
}

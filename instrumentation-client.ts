import { noteNavigation } from './components/shell/focus-after-navigation'
import { startProgress } from './components/shell/progress-bar'
import { loadFullyWhenOutdated } from './lib/browser/build-watch'

export function onRouterTransitionStart(url: string, kind: 'push' | 'replace' | 'traverse'): void {
  if (kind !== 'traverse') loadFullyWhenOutdated(url)
  noteNavigation(kind)
  startProgress(url)
}

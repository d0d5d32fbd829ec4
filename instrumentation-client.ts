import { noteDeparture } from './components/shell/arrival'
import { startProgress } from './components/shell/progress-bar'
import { loadFullyWhenOutdated } from './lib/browser/build-watch'

export function onRouterTransitionStart(url: string, kind: 'push' | 'replace' | 'traverse'): void {
  if (kind !== 'traverse') loadFullyWhenOutdated(url)
  noteDeparture(kind)
  startProgress(url)
}

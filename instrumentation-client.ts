import { startProgress } from './components/shell/progress-bar'

export function onRouterTransitionStart(): void {
  startProgress()
}

import type { Session, User } from '@supabase/supabase-js'
import { createStore, useStore } from '../../browser/create-store'
import type { Viewer } from '../viewer'

export type SessionState = {
  /** 'unknown' in stored pages and until the browser has checked. */
  status: 'unknown' | 'signed-out' | 'signed-in'
  session: Session | null
  user: User | null
  viewer: Viewer | null
}

export const signedOut = { status: 'signed-out', session: null, user: null, viewer: null } as const

export const rememberedAs = 'signpost-viewer'
export const withoutRole = 'member'
const store = createStore<SessionState>({ status: 'unknown', session: null, user: null, viewer: null })

export const readSession = store.read
export const watchSessionState = store.subscribe

export function changeSession(change: Partial<SessionState>): void {
  const state = { ...store.read(), ...change }
  const { viewer, status } = state
  const root = document.documentElement
  try {
    if (viewer) localStorage.setItem(rememberedAs, JSON.stringify(viewer))
    else if (status === 'signed-out') localStorage.removeItem(rememberedAs)
  } catch {
    // A browser without storage only loses the head start.
  }
  if (status === 'signed-out') delete root.dataset.viewer
  else if (viewer) root.dataset.viewer = viewer.role ?? withoutRole
  store.write(state)
}

export function rememberedViewer(): Viewer | null {
  try {
    return JSON.parse(localStorage.getItem(rememberedAs) ?? 'null') as Viewer | null
  } catch {
    return null
  }
}

export const useSession = (): SessionState => useStore(store, (state) => state)
export const useViewer = (): Viewer | null => useStore(store, (state) => state.viewer)

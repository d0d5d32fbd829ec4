import { sessionCookiePattern } from '@/lib/session/cookie'

/**
 * Marks the page as somebody's before the first paint, from what this device remembers, so that stored pages
 * show the right account area at once (see globals.css).
 */
const script = `try{if(/${sessionCookiePattern}/.test(document.cookie)){var v=JSON.parse(localStorage.getItem('signpost-viewer')||'null');document.documentElement.dataset.viewer=v&&v.role||'member'}}catch(e){}`

export function SessionScript() {
  return <script dangerouslySetInnerHTML={{ __html: script }} />
}

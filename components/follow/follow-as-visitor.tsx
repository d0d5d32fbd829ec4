import { useEffect, useEffectEvent } from 'react'
import { openAuthDialog } from '../auth/open-auth-dialog'
import { FollowDialog } from './follow-dialog'
import { wantFollow } from './follow-store'

/** Follows by email if the site sends some, or else once signed in. */
export function FollowAsVisitor(props: { id: number; title: string; byMail: boolean; onClose: () => void }) {
  const { id, title, byMail, onClose } = props
  function signIn() {
    onClose()
    const follow = () => void wantFollow(id, 'all')
    void openAuthDialog('sign-in', follow, { kind: 'follow', id, title })
  }
  const begin = useEffectEvent(() => byMail || signIn())
  useEffect(() => void begin(), [])
  return byMail && <FollowDialog id={id} title={title} onSignIn={signIn} onClose={onClose} />
}

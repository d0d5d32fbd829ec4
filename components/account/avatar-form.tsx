'use client'

import { t } from '@/lib/words/t'
import { removeAvatar } from '@/lib/actions/settings'
import { reloadViewer } from '@/lib/session/browser/events'
import { useViewer } from '@/lib/session/browser/store'
import type { Viewer } from '@/lib/session/viewer'
import { useOnePicture } from '../image/use-one-picture'
import { Avatar } from '../ui/avatar'

/** The picture. The server crops it to a square and encodes it again, so that nothing hidden stays in it. */
export function AvatarForm({ viewer: stored }: { viewer: Viewer }) {
  const viewer = useViewer() ?? stored
  const { buttons, file, problem } = useOnePicture({
    purpose: 'avatar',
    label: t('account.avatarForm.picture'),
    button: viewer.avatar ? t('account.avatarForm.changePicture') : t('account.avatarForm.addPicture'),
    remove: viewer.avatar ? () => removeAvatar(null) : null,
    onDone: reloadViewer,
  })
  return (
    <div>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={viewer.name} src={viewer.avatar} size="lg" />
        {buttons}
        {file}
      </div>
      {problem}
    </div>
  )
}

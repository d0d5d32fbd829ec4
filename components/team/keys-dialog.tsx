'use client'

import { t } from '@/lib/words/t'
import { type Command, explain, inboxCommands, goKeys, paletteKeys, showsKeys } from './key-commands'
import { isForViewer, places } from './dashboard-places'
import { Key, switchKeys, useKeysAreOn, useKeysOfPage } from './keys'
import { useStateNames } from '../state/post-state'
import { Dialog } from '../ui/dialog'

/** A switch for all keys, those of the page, and those of all pages of the dashboard. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const stateNames = useStateNames()
  const isOn = useKeysAreOn()
  const page = useKeysOfPage()
  const ofPage = page ? (page.names ? (Object.keys(page.names) as Command[]) : inboxCommands) : []
  const ofCommands = ofPage.map((command) => {
    const { keys, name } = explain(command, stateNames)
    return { keys, name: page?.names?.[command] ?? name }
  })
  const everywhere = [
    { keys: paletteKeys(), name: t('dashboard.palette.title') },
    { keys: [showsKeys], name: t('common.allShortcuts') },
  ]
  const ofPlaces = Object.values(places).flatMap((place) =>
    place.key && isForViewer(place) ? { keys: goKeys(place.key), name: t(place.name) } : [],
  )
  return (
    <Dialog size="wide" onClose={onClose} title={t('team.keys.keyboardShortcuts')}>
      {/* Before the lists, which would scroll out of sight when it gets the focus. */}
      <label className="mb-4 flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
        />
        {t('team.keys.enableSingleKeyShortcuts')}
      </label>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <KeyList shortcuts={[...ofCommands, ...everywhere]} />
        <section aria-labelledby="keys-of-pages">
          <h3 id="keys-of-pages" className="mb-2 font-semibold">
            {t('dashboard.palette.goTo')}
          </h3>
          <KeyList shortcuts={ofPlaces} />
        </section>
      </div>
    </Dialog>
  )
}

function KeyList({ shortcuts }: { shortcuts: { keys: string[]; name: string }[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-2">
      {shortcuts.map(({ keys, name }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{name}</dd>
        </div>
      ))}
    </dl>
  )
}

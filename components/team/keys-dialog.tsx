'use client'

import { useStateNames } from '../state/state-names'
import { Dialog } from '../ui/dialog'
import { Key } from '../ui/key'
import { type Command, commands, explain } from './key-commands'
import { switchKeys, useKeysAreOn } from './use-keys'

/**
 * Every key of the inbox, and the way to be rid of them.
 * @param props.names what some of these keys do elsewhere, where the others do nothing
 */
export function KeysDialog(props: { names?: Partial<Record<Command, string>>; onClose: () => void }) {
  const { names, onClose } = props
  const stateNames = useStateNames()
  const isOn = useKeysAreOn()
  return (
    <Dialog onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {(Object.keys(names ?? commands) as Command[]).map((command) => {
          const { keys, name } = explain(command, stateNames)
          return (
            <div key={command} className="col-span-2 grid grid-cols-subgrid items-baseline">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <Key key={key}>{key}</Key>
                ))}
              </dt>
              <dd>{names?.[command] ?? name}</dd>
            </div>
          )
        })}
      </dl>
      <label className="mt-5 flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
        />
        Single keys do something
      </label>
    </Dialog>
  )
}

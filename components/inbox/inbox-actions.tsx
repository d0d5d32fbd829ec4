'use client'

import { t } from '@/lib/words/t'
import { type PostState, postStates } from '@/lib/post/states'
import { useViewer } from '@/lib/session/browser/store'
import { useStateNames } from '../state/post-state'
import { useStateChoices } from '../state/state-choices'
import { ActionMenu } from '../ui/action-menu'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { ChoiceMenu } from '../ui/choice-menu'
import { Icon } from '../ui/icon'
import { Key } from '../team/keys'
import { type Command, commands, keyName } from '../team/key-commands'

export type Chosen = Command | 'delete'
type Choose = (command: Chosen, index?: number) => void

/** What most posts need. The rest is in a menu. */
const inRow: Chosen[] = ['reply', 'merge', 'note']
const inMenu: Chosen[] = ['category', 'tags', 'plan', 'edit', 'hide', 'block', 'choose', 'delete']
/** Deleting is permanent, so it is only for admins. */
const mayChoose = (isAdmin: boolean) => inMenu.filter((command) => isAdmin || command !== 'delete')
const nameOf = (command: Chosen) => (command === 'delete' ? t('common.delete') : commands[command].name)
const keyOf = (command: Chosen) => (command === 'delete' ? null : commands[command].keys[0])

export function InboxActions({ state, onChoose }: { state: PostState; onChoose: Choose }) {
  const isAdmin = useViewer()?.role === 'admin'
  const stateNames = useStateNames()
  return (
    <div
      role="group"
      aria-label={t('common.actions')}
      className="inbox-acts sticky bottom-0 z-[1] mt-auto hidden border-t border-line bg-surface px-4 py-2 lg:block"
    >
      <div className="grid grid-cols-4 gap-1.5">
        {inRow.map((command) => (
          <CommandButton key={command} {...{ command, onChoose }} />
        ))}
        <ActionMenu
          label={t('common.more')}
          items={mayChoose(isAdmin).map((command) => [command, nameOf(command)])}
          onChoose={onChoose}
          className={buttonClass('outline', '!px-2')}
        >
          {t('common.more')}
          <Icon name="down" className="size-3.5 shrink-0" />
        </ActionMenu>
        <ChoiceMenu
          label={t('inbox.actions.state', { state: stateNames[state] })}
          choices={useStateChoices()}
          onChoose={({ value }) => onChoose('state', postStates.indexOf(value))}
          className={buttonClass('outline', 'col-span-2 !px-2')}
        >
          <Icon name={state} className={`icon is-${state} text-(--tone)`} />
          {t('inbox.actions.state', { state: stateNames[state] })}
          <Icon name="down" className="size-3.5 shrink-0" />
        </ChoiceMenu>
        <CommandButton command="look" onChoose={onChoose} />
      </div>
    </div>
  )
}

function CommandButton({ command, onChoose }: { command: Chosen; onChoose: Choose }) {
  const key = keyOf(command)
  const isMain = command === 'look'
  return (
    <Button
      aria-keyshortcuts={key ?? undefined}
      onClick={() => onChoose(command)}
      look={isMain ? 'default' : 'outline'}
      className={`!px-2 ${isMain ? 'col-span-2 [&_kbd]:border-current [&_kbd]:text-current' : ''}`}
    >
      {nameOf(command)}
      {key && <Hint keyName={keyName(key)} />}
    </Button>
  )
}

/** Screen readers get this from aria-keyshortcuts. */
function Hint({ keyName }: { keyName: string }) {
  return (
    <span aria-hidden="true">
      <Key>{keyName}</Key>
    </span>
  )
}

export function InboxBar({ state, onChoose }: { state: PostState; onChoose: Choose }) {
  const isAdmin = useViewer()?.role === 'admin'
  const stateNames = useStateNames()
  const rest = [...inRow, ...mayChoose(isAdmin)]
  return (
    <div
      role="group"
      aria-label={t('common.actions')}
      // Where text is large, its rows would cover the post.
      className="inbox-acts sticky bottom-0 z-[2] -mx-4 mt-3 flex flex-wrap gap-1 rounded-b-lg border-t border-line bg-surface px-4 py-2 max-[23rem]:px-2 @max-[12rem]:static lg:hidden"
    >
      <Button
        aria-label={t('common.previousPost')}
        onClick={() => onChoose('previous')}
        look="ghost"
        className="max-[23rem]:!px-2"
      >
        <Icon name="up" />
      </Button>
      <Button
        aria-label={t('common.nextPost')}
        onClick={() => onChoose('next')}
        look="ghost"
        className="max-[23rem]:!px-2"
      >
        <Icon name="down" />
      </Button>
      <ChoiceMenu
        label={t('inbox.actions.state', { state: stateNames[state] })}
        choices={useStateChoices()}
        onChoose={({ value }) => onChoose('state', postStates.indexOf(value))}
        className={buttonClass('outline', 'flex-1 whitespace-nowrap max-[23rem]:!px-2')}
      >
        <Icon name={state} className={`icon is-${state} text-(--tone) max-[23rem]:hidden`} />
        {t('common.state')}
      </ChoiceMenu>
      <ActionMenu
        label={t('common.more')}
        items={rest.map((command) => [command, nameOf(command)])}
        onChoose={onChoose}
        className={buttonClass('outline', 'max-[23rem]:!px-2.5')}
      >
        <Icon name="dots" />
      </ActionMenu>
      <Button
        onClick={() => onChoose('look')}
        look="default"
        className="flex-1 whitespace-nowrap max-[23rem]:!px-2"
      >
        {t('common.reviewed')}
      </Button>
    </div>
  )
}

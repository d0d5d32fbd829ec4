'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon'
import { useReturnFocus } from './use-return-focus'
import { Button } from './button'
import { SubmitButton } from './submit-button'

const sheet = 'max-h-[calc(100dvh-1.5rem)] rounded-t-xl border-t'
const centered = 'sm:top-1/2 sm:max-h-[calc(100dvh-3rem)] sm:-translate-y-1/2'
// What is above a list of results stays in its place when their number changes.
const fromTop = 'sm:top-[10dvh] sm:max-h-[calc(90dvh-1.5rem)]'
const rows = `${sheet} ${fromTop} flex flex-col sm:max-w-2xl`
const sizes = {
  base: `${sheet} ${centered} sm:max-w-md`,
  md: `${sheet} ${centered} sm:max-w-[35rem]`,
  rows,
  list: `${rows} max-sm:h-96 max-sm:has-[li]:h-[34rem]`,
  wide: `${sheet} ${centered} sm:max-w-2xl`,
  lg: `top-0 ${fromTop} flex flex-col sm:max-w-2xl`,
}

export function Dialog(props: {
  open?: boolean
  onClose: () => void
  /** After the focus has returned, so that another dialog that opens now returns it to the same place. */
  onClosed?: () => void
  title: ReactNode
  description?: ReactNode
  /** On phones, 'rows' is as tall as its rows, 'list' as a few results, and 'lg' as the screen. */
  size?: keyof typeof sizes
  children: ReactNode
}) {
  const { open = true, onClose, onClosed, title, description, size = 'base', children } = props
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-overlay" />
        <Radix.Content
          onOpenAutoFocus={returnFocus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            returnFocus.onCloseAutoFocus(event)
            onClosed?.()
          }}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={`fixed inset-x-0 bottom-0 z-30 overflow-y-auto scroll-pt-16 bg-surface p-(--edge) outline-none [--edge:min(1.25rem,6.25vw)] sm:[--edge:1.5rem] sm:inset-auto sm:left-1/2 sm:w-full sm:-translate-x-1/2 sm:rounded-lg sm:border ${
            sizes[size]
          }`}
        >
          <div className="dialog-start">
            <Radix.Title className="min-w-0 flex-1 text-lg font-semibold">{title}</Radix.Title>
            <Radix.Close
              aria-label={t('common.close')}
              className="-mt-[8px] -me-[12px] flex size-[44px] shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <Icon name="close" />
            </Radix.Close>
          </div>
          {description && (
            <Radix.Description className="-mt-2 mb-4 text-ink-soft">{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function DialogButtons(
  props: Omit<ComponentProps<typeof SubmitButton>, 'isSending'> & {
    isSending?: boolean
    onCancel: () => void
    before?: ReactNode
  },
) {
  const { isSending = false, onCancel, before, className = '', ...submit } = props
  return (
    <div className={`@container ${className}`}>
      {/* Large text: each button has a row, the main one first. */}
      <div className={`flex justify-end gap-2 @max-[14rem]:flex-wrap-reverse ${before ? 'flex-wrap' : ''}`}>
        {before}
        <Button onClick={onCancel} look="ghost">
          {t('common.cancel')}
        </Button>
        <SubmitButton isSending={isSending} {...submit} />
      </div>
    </div>
  )
}

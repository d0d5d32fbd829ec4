'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-toast'
import { type RefObject, useEffect, useRef } from 'react'
import { AddressText } from './address-text'
import { buttonClass } from './button-class'
import { keepFocus, rememberPlace } from './focus-near'
import { Icon } from './icon'
import { dismissToast } from './toast-store'
import { useToasts } from './toasts'

/** Where notifications appear. F8 moves the focus there. */
export function ToastViewport() {
  const toasts = useToasts()
  const shownId = toasts[0]?.id
  const focusPlace = useRef(() => {})
  const viewport = useRef<HTMLOListElement>(null)
  useAvoidCovering(viewport)

  // When it disappears, the focus returns to where it was when it appeared.
  useEffect(() => {
    focusPlace.current = rememberPlace(document.activeElement)
  }, [shownId])
  return (
    <Radix.Provider
      duration={5000}
      swipeDirection={document.dir === 'rtl' ? 'left' : 'right'}
      swipeThreshold={50}
    >
      {toasts.map(({ id, open, title, description, action, variant = 'default', duration }) => (
        <Radix.Root
          key={id}
          open={open}
          duration={duration}
          onOpenChange={(isOpen) => {
            if (isOpen) return
            if (viewport.current?.contains(document.activeElement)) keepFocus(() => focusPlace.current())
            dismissToast(id)
          }}
          className={`flex items-center gap-3 @max-[20rem]:flex-wrap rounded-lg border p-[min(1rem,5vw)] data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${
            variant === 'destructive'
              ? 'border-danger bg-danger-soft text-ink'
              : 'border-line bg-surface text-ink'
          }`}
        >
          <div className="min-w-0 flex-1">
            {title && (
              <Radix.Title className="font-semibold">
                {typeof title === 'string' ? <AddressText>{title}</AddressText> : title}
              </Radix.Title>
            )}
            {description && <Radix.Description className="text-ink-soft">{description}</Radix.Description>}
          </div>
          {action && (
            <Radix.Action
              altText={action.label}
              onClick={action.run}
              className={buttonClass('outline', '@max-[20rem]:order-last @max-[20rem]:w-full')}
            >
              {action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label={t('common.close')}
            className="-m-[10px] flex size-[44px] items-center justify-center rounded-md hover:bg-sunken"
          >
            <Icon name="close" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={viewport}
        label={t('ui.toastViewport.notificationsHotkey')}
        hotkey={['F8']}
        className="@container fixed end-0 bottom-16 z-40 flex max-sm:start-0 max-sm:mx-auto w-96 max-w-full flex-col gap-2 p-[min(1rem,5vw)] outline-none empty:hidden sm:bottom-0"
      />
    </Radix.Provider>
  )
}

const buttons = '.composer-footer, .create-post-end, .vote-button.is-large, .inbox-acts'
const uncovered = `main :is(${buttons}, .composer:focus-within, input:focus, textarea:focus)`

/** Moves what is fixed to the lower edge above a page's main buttons and the text being written that it would cover. */
function useAvoidCovering(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = place.current!
    function lift() {
      element.style.translate = ''
      const own = element.getBoundingClientRect()
      const covered = [...document.querySelectorAll(uncovered)]
        .map((part) => part.getBoundingClientRect())
        .filter((part) => part.top < own.bottom && part.bottom > own.top)
        .filter((part) => part.left < own.right && part.right > own.left)
      // It stays in view, even above a text as tall as the window.
      const edge = Math.max(own.height, Math.min(own.bottom, ...covered.map(({ top }) => top)))
      if (edge < own.bottom) element.style.translate = `0 ${edge - own.bottom}px`
    }
    // Pressing one of its own buttons doesn't move that button away.
    const liftAboveField = ({ target }: FocusEvent) => element.contains(target as Node) || lift()
    const observer = new ResizeObserver(lift)
    observer.observe(element)
    // The page may change below it.
    observer.observe(document.body)
    document.addEventListener('focusin', liftAboveField)
    window.addEventListener('scroll', lift, { passive: true })
    window.addEventListener('resize', lift)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', liftAboveField)
      window.removeEventListener('scroll', lift)
      window.removeEventListener('resize', lift)
    }
  }, [place])
}

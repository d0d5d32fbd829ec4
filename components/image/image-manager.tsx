'use client'

import { t } from '@/lib/words/t'
import {
  type Dispatch,
  type Ref,
  type SetStateAction,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { deleteImage, orderImages } from '@/lib/actions/images'
import { callAction } from '@/lib/browser/call-action'
import { type ShownImage, sourceSet } from '@/lib/image/sizes'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { focusNear } from '../ui/focus-near'
import { MoveButtons } from '../ui/move-buttons'
import { ImageAltForm } from './image-alt-form'
import { ChosenImages, imageRowClass } from './chosen-images'
import { ImageButton } from './image-button'
import { useImageFiles } from './use-image-files'
import { lazyPart } from '../ui/lazy-part'

const ConfirmDialog = lazyPart(() => import('../ui/confirm-dialog'), 'ConfirmDialog')

/** Sends images as soon as they are chosen, or else once what they belong to has been saved. */
export type ImageSender = { add: (files: File[]) => Promise<void>; sendWaiting: (ownerId: number) => void }

export function ImageManager(props: {
  owner: 'post' | 'comment' | 'entry'
  ownerId: number | null
  images: ShownImage[]
  onChange: Dispatch<SetStateAction<ShownImage[]>>
  mayChange: boolean
  /** Saves what has no id yet. */
  onSave?: () => void
  /** For a button elsewhere, instead of the one here. */
  sender?: Ref<ImageSender>
}) {
  const { owner, ownerId, images, onChange, mayChange, onSave, sender } = props
  const place = useRef<HTMLElement>(null)
  const [isNew] = useState(ownerId === null)
  const chosen = useImageFiles()
  const [asked, setAsked] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const count = images.length + chosen.files.length

  async function run(action: Parameters<typeof callAction>[0], done: () => void) {
    setBusy(true)
    setMessage('')
    const result = await callAction(action)
    setBusy(false)
    if (result.ok) done()
    else setMessage(result.message)
  }

  async function upload(id: number, button?: HTMLElement) {
    if (isBusy) return
    setBusy(true)
    // A refresh would build the editor of a new owner anew, without the focus.
    const { sent } = await chosen.send(owner, id, !isNew)
    setBusy(false)
    if (button) focusNear(button)
    onChange((all) => [...all, ...sent])
  }

  useImperativeHandle(sender, () => ({
    async add(files) {
      await chosen.add(files)
      place.current?.scrollIntoView({ block: 'center' })
      if (ownerId === null) onSave?.()
      else await upload(ownerId)
    },
    sendWaiting: (id) => void (chosen.files.length > 0 && upload(id)),
  }))

  function order(next: ShownImage[]) {
    onChange(next)
    void run(
      () => orderImages({ ids: next.map(({ id }) => id) }),
      () => {},
    )
  }

  return (
    // The preview of an entry draws the images itself.
    <section
      ref={place}
      aria-label={t('common.images')}
      className="flex flex-col gap-2 [.entry-column:has([data-preview])_&]:hidden"
    >
      {owner === 'entry' && count > 0 && (
        <h2 className="font-medium">
          {t('common.images')}
          <span className="block text-xs font-normal text-ink-soft">
            {t('image.manager.whereInEntry', { count })}
          </span>
        </h2>
      )}
      <FormMessage>{message}</FormMessage>
      {images.map((image, index) => (
        <div key={image.id} id={`image-${image.id}`} className={imageRowClass}>
          <img
            src={image.src}
            srcSet={sourceSet(image)}
            sizes="112px"
            alt=""
            className="size-14 rounded-md bg-sunken object-contain"
          />
          {mayChange ? (
            <ImageAltForm
              image={image}
              number={index + 1}
              onDone={(alt) =>
                onChange((all) => all.map((one) => (one.id === image.id ? { ...one, alt } : one)))
              }
            />
          ) : (
            <p dir="auto" className="min-w-24 flex-1 basis-44 break-words">
              {image.alt}
            </p>
          )}
          <span className="ms-auto flex flex-wrap justify-end">
            {mayChange && (
              <MoveButtons
                name={t('image.manager.image', { number: index + 1 })}
                list={images}
                index={index}
                isDisabled={isBusy}
                onMove={order}
              />
            )}
            <button
              type="button"
              aria-label={t('image.manager.deleteImage', { number: index + 1 })}
              onClick={() => setAsked(image.id)}
              className={buttonClass('ghost')}
            >
              <Icon name="close" />
            </button>
          </span>
        </div>
      ))}
      {mayChange && (
        <>
          <ChosenImages images={chosen} />
          <div className="flex gap-2 empty:hidden">
            {!sender && (
              <ImageButton
                text={t('common.addImages')}
                onFiles={chosen.add}
                className={buttonClass('outline')}
              />
            )}
            {chosen.files.length > 0 && (
              <button
                type="button"
                aria-disabled={isBusy}
                onClick={({ currentTarget }) =>
                  ownerId === null ? onSave?.() : void upload(ownerId, currentTarget)
                }
                className={buttonClass('outline')}
              >
                {t('image.manager.upload')}
              </button>
            )}
          </div>
        </>
      )}
      <Suspense>
        {asked && (
          <ConfirmDialog
            open
            isBusy={isBusy}
            question={t('image.manager.areYouSureYou')}
            onAnswer={(yes) => {
              if (!yes) return setAsked(null)
              void run(
                () => deleteImage({ id: asked }),
                () => {
                  focusNear(document.getElementById(`image-${asked}`))
                  onChange((all) => all.filter(({ id }) => id !== asked))
                },
              ).then(() => setAsked(null))
            }}
          />
        )}
      </Suspense>
    </section>
  )
}

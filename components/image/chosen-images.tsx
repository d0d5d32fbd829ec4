'use client'

import { t } from '@/lib/words/t'
import { imageLimits } from '@/lib/schemas/image'
import { buttonClass } from '../ui/button-class'
import { inputClass } from '../ui/input-class'
import { FormMessage } from '../ui/form-message'
import { Icon } from '../ui/icon'
import { MoveButtons } from '../ui/move-buttons'
import { focusNear } from '../ui/focus-near'
import type { useImageFiles } from './use-image-files'

/** In the editor of an entry, the images are in a card already. */
export const imageRowClass =
  'flex flex-wrap items-center gap-2 rounded-md border border-line p-2 [.entry-column_&]:rounded-none [.entry-column_&]:border-0 [.entry-column_&]:p-0'

export function ChosenImages({ images }: { images: ReturnType<typeof useImageFiles> }) {
  const { files, problem, change, remove, setFiles } = images
  return (
    <>
      <FormMessage>{problem}</FormMessage>
      {files.length > 0 && (
        <ul aria-label={t('image.chosenImages.selectedImages')} className="space-y-2">
          {files.map((one, index) => (
            <li key={one.key} className={imageRowClass}>
              <img src={one.preview} alt="" className="size-14 rounded-md bg-sunken object-contain" />
              <div className="min-w-24 flex-1 basis-44">
                <input
                  aria-label={t('image.chosenImages.descriptionOf', { name: one.file.name })}
                  placeholder={t('common.describeImage')}
                  value={one.alt}
                  maxLength={imageLimits.alt}
                  onChange={(event) => change(one.key, { alt: event.target.value })}
                  className={`${inputClass} h-9 w-full`}
                />
                {one.status === 'sending' && (
                  <progress
                    aria-label={t('image.chosenImages.uploading', { name: one.file.name })}
                    className="mt-1 h-1.5 w-full accent-accent"
                  />
                )}
                {one.problem && (
                  <p role="alert" className="mt-1 text-danger">
                    {one.problem}
                  </p>
                )}
              </div>
              <span className="ms-auto flex flex-wrap justify-end">
                <MoveButtons name={one.file.name} list={files} index={index} onMove={setFiles} />
                <button
                  type="button"
                  aria-label={t('image.chosenImages.remove', { name: one.file.name })}
                  onClick={(event) => {
                    focusNear(event.currentTarget)
                    remove(one.key)
                  }}
                  className={buttonClass('ghost')}
                >
                  <Icon name="close" />
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

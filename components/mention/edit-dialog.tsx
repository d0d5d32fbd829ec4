'use client'

import { t } from '@/lib/words/t'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { previewMarkdown } from '@/lib/actions/posts'
import { callAction } from '@/lib/browser/call-action'
import type { ShownImage } from '@/lib/image/sizes'
import type { ActionResult } from '@/lib/schemas/action-result'
import { ImageManager } from '../image/image-manager'
import { Composer } from '../ui/composer'
import { ComposerTools } from '../ui/composer-tools'
import { Dialog } from '../ui/dialog'
import { FormMessage } from '../ui/form-message'
import { MentionList } from './mention-list'

/** Edits a post or a comment. `children` gets its source once that is loaded, and the part with its images. */
export function EditDialog<Source>(props: {
  id: number
  owner: 'post' | 'comment'
  images: ShownImage[]
  mayChangeImages: boolean
  getSource: (input: { id: number }) => Promise<ActionResult<Source>>
  onClose: () => void
  children: (source: Source, images: ReactNode) => ReactNode
}) {
  const { id, owner, mayChangeImages, getSource, onClose, children } = props
  const [images, setImages] = useState(props.images)
  const [source, setSource] = useState<Source | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    void callAction(() => getSource({ id })).then((result) =>
      result.ok ? setSource(result.data) : setProblem(result.message),
    )
  }, [id, getSource])
  const imagesPart = (mayChangeImages || props.images.length > 0) && (
    <>
      <h3 className="mt-6 mb-2 font-semibold">{t('common.images')}</h3>
      <ImageManager
        owner={owner}
        ownerId={id}
        images={images}
        onChange={setImages}
        mayChange={mayChangeImages}
      />
    </>
  )
  return (
    <Dialog onClose={onClose} title={t('mention.editDialog.edit', { owner })} size="lg">
      <FormMessage>{problem}</FormMessage>
      {source
        ? children(source, imagesPart)
        : !problem && (
            <p role="status" className={owner === 'post' ? 'min-h-94' : 'min-h-81.25'}>
              {t('common.loading')}
            </p>
          )}
    </Dialog>
  )
}

/** The Markdown field, with the tools of a new one except for images. */
export function EditComposer(
  props: Omit<ComponentProps<typeof Composer>, 'field'> & {
    registered: UseFormRegisterReturn
    postId: number
    draftName: string
    limit: number
  },
) {
  const { registered, postId, draftName, limit, ...rest } = props
  const { ref, ...field } = registered
  const element = useRef<HTMLTextAreaElement>(null)
  return (
    <Composer
      {...field}
      {...rest}
      field={(next) => {
        element.current = next
        ref(next)
      }}
      required
    >
      <MentionList field={element} postId={postId} draftName={draftName} />
      <ComposerTools field={element} limit={limit} preview={previewMarkdown} />
    </Composer>
  )
}

'use client'

import { t } from '@/lib/words/t'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { callAction } from '@/lib/browser/call-action'
import { growField, typeInto } from '@/lib/browser/write-field'
import type { ActionResult } from '@/lib/schemas/action-result'
import { countText } from '@/lib/words/count-text'
import { textLength } from '@/lib/text/characters'
import { FormMessage } from './form-message'
import { Markdown } from './markdown'
import { useFieldText } from './use-field-text'
import { useTextPlace } from './use-text-place'
import { ToolIcon } from './icon'
import { useFileDrop } from './use-file-drop'

type Nodes = Parameters<typeof Markdown>[0]['nodes']
type Tool = { label: string; path: string; before: string; after?: string; isLine?: boolean; key?: string }

const headingTool: Tool = {
  get label() {
    return t('ui.composerTools.heading')
  },
  path: 'M4 3v10M12 3v10M4 8h8',
  before: '## ',
  isLine: true,
}

const tools: Tool[] = [
  {
    get label() {
      return t('ui.composerTools.bold')
    },
    path: 'M4.5 3h4.2a2.5 2.5 0 0 1 0 5H4.5V3Zm0 5h5a2.5 2.5 0 0 1 0 5h-5V8Z',
    before: '**',
    after: '**',
    key: 'b',
  },
  {
    get label() {
      return t('ui.composerTools.italic')
    },
    path: 'M6.5 3h5m-7 10h5m1-10-3.5 10',
    before: '_',
    after: '_',
    key: 'i',
  },
  {
    get label() {
      return t('ui.composerTools.code')
    },
    path: 'M5 4.5 1.5 8 5 11.5m6-7L14.5 8 11 11.5',
    before: '`',
    after: '`',
    key: 'e',
  },
  {
    get label() {
      return t('ui.composerTools.link')
    },
    path: 'M6.8 9.2a2.8 2.8 0 0 0 4 0l2-2a2.8 2.8 0 0 0-4-4L8 4m1.2 2.8a2.8 2.8 0 0 0-4 0l-2 2a2.8 2.8 0 0 0 4 4L8 12',
    before: '[',
    after: '](https://)',
    key: 'k',
  },
  {
    get label() {
      return t('ui.composerTools.list')
    },
    path: 'M6 4h8M6 8h8m-8 4h8M2.5 4h.01M2.5 8h.01m-.01 4h.01',
    before: '- ',
    isLine: true,
  },
  {
    get label() {
      return t('ui.composerTools.quote')
    },
    path: 'M2.5 3v10M6 5h8M6 8h8m-8 3h5',
    before: '> ',
    isLine: true,
  },
]

// Skips no level, whichever heading the composer is under.
const drawText = (text: Nodes) => text.length > 0 && <Markdown nodes={text} topHeading={2} />

/** Tools for writing Markdown: a row of buttons, the preview, and a counter near the limit. */
export function ComposerTools(props: {
  field: RefObject<HTMLTextAreaElement | null>
  limit: number
  preview: (input: { text: string }) => Promise<ActionResult<Nodes>>
  hasHeadings?: boolean
  /** Draws the preview, if it is more than the text. */
  draw?: (text: Nodes) => ReactNode
  onFiles?: (files: File[]) => void
  tool?: ReactNode
  children?: ReactNode
}) {
  const { field, limit, preview, hasHeadings, draw = drawText, onFiles, tool, children } = props
  const text = useFieldText(field)
  const [shown, setShown] = useState<Nodes | null>(null)
  const [height, setHeight] = useState(0)
  const [problem, setProblem] = useState('')
  const length = textLength(text)
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<HTMLDivElement>(null)
  useFileDrop(place, onFiles)

  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    const tool = (event.ctrlKey || event.metaKey) && tools.find(({ key }) => key === event.key)
    if (!tool) return
    event.preventDefault()
    apply(tool)
  })
  useEffect(() => {
    const element = field.current!
    const onKey = (event: KeyboardEvent) => takeKey(event)
    element.addEventListener('keydown', onKey)
    return () => element.removeEventListener('keydown', onKey)
  }, [field])

  useEffect(() => growField(field.current!), [field, text])

  function apply({ before, after = '', isLine }: Tool) {
    const element = field.current!
    const { value } = element
    let { selectionStart: start, selectionEnd: end } = element
    if (isLine) start = value.lastIndexOf('\n', start - 1) + 1
    const chosen = value.slice(start, end)
    const next = isLine ? chosen.replace(/^/gm, before) : before + chosen + after
    element.setSelectionRange(start, end)
    typeInto(element, next)
    end = isLine ? start + next.length : start + before.length + chosen.length
    element.setSelectionRange(isLine ? end : start + before.length, end)
  }

  async function show() {
    setProblem('')
    const result = await callAction(() => preview({ text: field.current!.value }))
    if (result.ok) {
      setHeight((before) => field.current?.offsetHeight || before)
      holdPlace()
      setShown(result.data)
    } else setProblem(result.message)
  }

  // If the text was sent in the meantime, the preview is closed.
  const isShown = shown !== null && (text !== '' || draw !== drawText)
  const holdPlace = useTextPlace(isShown, field, drawn)

  return (
    <div ref={place}>
      {isShown && (
        <div ref={drawn} data-preview style={{ '--height': `${height}px` } as CSSProperties}>
          {draw(shown) || <p className="text-ink-soft">{t('ui.composerTools.nothingToPreviewYet')}</p>}
        </div>
      )}
      {problem && (
        <div className="px-2 pb-1">
          <FormMessage>{problem}</FormMessage>
        </div>
      )}
      {length > limit * 0.9 && (
        <p
          role="status"
          className={`tabular px-3 text-end text-xs ${length > limit ? 'font-semibold text-danger' : 'text-ink-soft'}`}
        >
          {countText(length)} / {countText(limit)}
        </p>
      )}
      <div className="composer-row">
        <div className="composer-icons">
          <div role="group" aria-label={t('ui.composerTools.formatting')}>
            {[...(hasHeadings ? [headingTool] : []), ...tools].map((one) => (
              <button
                key={one.label}
                type="button"
                title={
                  one.key
                    ? t('ui.composerTools.ctrl', { label: one.label, toUpperCase: one.key.toUpperCase() })
                    : one.label
                }
                aria-label={one.label}
                onClick={() => apply(one)}
              >
                <ToolIcon path={one.path} />
              </button>
            ))}
          </div>
          {tool && <div>{tool}</div>}
        </div>
        <div role="group" aria-label={t('common.view')} className="composer-tabs">
          <button
            type="button"
            aria-pressed={!isShown}
            onClick={() => {
              if (isShown) holdPlace()
              setShown(null)
              // Wait until the field is shown again. Its caret may be far from what is being looked at.
              requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
            }}
          >
            {t('ui.composerTools.write')}
          </button>
          <button type="button" aria-pressed={isShown} onClick={show}>
            {t('ui.composerTools.preview')}
          </button>
        </div>
      </div>
      {children}
    </div>
  )
}

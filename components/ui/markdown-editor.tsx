'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { callAction } from '@/lib/browser/call-action'
import type { ActionResult } from '@/lib/schemas/action-result'
import { countText } from '@/lib/text/count-text'
import { textLength } from '@/lib/text/text-length'
import { inputClass } from './field'
import { Markdown } from './markdown'

type Nodes = Parameters<typeof Markdown>[0]['nodes']
type Tool = { label: string; sign: ReactNode; before: string; after?: string; isLine?: boolean; key?: string }

const tools: Tool[] = [
  { label: 'Bold', sign: <b>B</b>, before: '**', after: '**', key: 'b' },
  { label: 'Italic', sign: <i>I</i>, before: '_', after: '_', key: 'i' },
  { label: 'Code', sign: <code>{'<>'}</code>, before: '`', after: '`' },
  { label: 'Link', sign: <u>Link</u>, before: '[', after: '](https://)', key: 'k' },
  { label: 'List', sign: <span aria-hidden="true">&bull; List</span>, before: '- ', isLine: true },
  { label: 'Quote', sign: <span aria-hidden="true">&ldquo; Quote</span>, before: '> ', isLine: true },
]

/** A text area for Markdown with a few tools, a preview and a counter. */
export function MarkdownEditor(props: {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  limit: number
  /** Asks the server what the text will look like. */
  preview: (input: { text: string }) => Promise<ActionResult<Nodes>>
  error?: string
  rows?: number
  required?: boolean
  placeholder?: string
  /** The cursor stands in it from the start. */
  takesFocus?: boolean
  /** Said to a screen reader instead of showing the label. */
  hidesLabel?: boolean
  onPasteFiles?: (files: File[]) => void
}) {
  const {
    label,
    name,
    required,
    value,
    onChange,
    limit,
    preview,
    error,
    rows = 6,
    placeholder,
    hidesLabel,
    takesFocus,
    onPasteFiles,
  } = props
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [shown, setShown] = useState<Nodes | null>(null)
  const [problem, setProblem] = useState('')
  const length = textLength(value)

  useEffect(() => {
    if (takesFocus || error) area.current?.focus()
  }, [takesFocus, error])

  function apply({ before, after = '', isLine }: Tool) {
    const field = area.current
    if (!field) return
    field.focus()
    let { selectionStart: start, selectionEnd: end } = field
    if (isLine) start = value.lastIndexOf('\n', start - 1) + 1
    const chosen = value.slice(start, end)
    const next = isLine ? chosen.replace(/^/gm, before) : before + chosen + after
    // insertText keeps the browser's own undo.
    field.setSelectionRange(start, end)
    if (!document.execCommand('insertText', false, next))
      onChange(value.slice(0, start) + next + value.slice(end))
    end = isLine ? start + next.length : start + before.length + chosen.length
    field.setSelectionRange(isLine ? end : start + before.length, end)
  }

  async function show() {
    setProblem('')
    const result = await callAction(() => preview({ text: value }))
    if (result.ok) setShown(result.data)
    else setProblem(result.message)
  }

  const tabClass =
    'h-8 rounded-md px-2 font-medium text-ink-soft hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink'
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-center gap-x-1">
        <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'me-auto font-medium'}>
          {label}
        </label>
        <div role="group" aria-label="Formatting" className={`flex flex-wrap ${hidesLabel ? 'me-auto' : ''}`}>
          {tools.map((tool) => (
            <button
              key={tool.label}
              type="button"
              title={tool.label}
              aria-label={tool.label}
              disabled={shown !== null}
              onClick={() => apply(tool)}
              className="h-8 min-w-8 rounded-md px-1.5 text-ink-soft hover:bg-sunken hover:text-ink disabled:opacity-50"
            >
              {tool.sign}
            </button>
          ))}
        </div>
        <button
          type="button"
          aria-pressed={shown === null}
          onClick={() => setShown(null)}
          className={tabClass}
        >
          Write
        </button>
        <button type="button" aria-pressed={shown !== null} onClick={show} className={tabClass}>
          Preview
        </button>
      </div>
      {shown === null ? (
        <textarea
          ref={area}
          id={id}
          name={name}
          required={required}
          rows={rows}
          dir="auto"
          value={value}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(event.target.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length > 0 && onPasteFiles) {
              event.preventDefault()
              onPasteFiles(files)
            }
          }}
          onKeyDown={(event) => {
            const tool = (event.ctrlKey || event.metaKey) && tools.find(({ key }) => key === event.key)
            if (!tool) return
            event.preventDefault()
            apply(tool)
          }}
          className={`${inputClass} block w-full resize-y`}
        />
      ) : (
        <div className="min-h-24 rounded-md border border-line bg-surface px-3 py-2">
          {shown.length > 0 ? (
            <Markdown nodes={shown} />
          ) : (
            <p className="text-ink-soft">Nothing to show yet.</p>
          )}
        </div>
      )}
      <div id={`${id}-note`} className="mt-1 flex gap-3 text-xs">
        <p className="me-auto text-danger">{error ?? problem}</p>
        <p className={`tabular ${length > limit ? 'font-semibold text-danger' : 'text-ink-soft'}`}>
          {countText(length)} / {countText(limit)}
        </p>
      </div>
    </div>
  )
}

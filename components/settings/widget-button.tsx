import { t } from '@/lib/words/t'
import { widgetTag } from './widget-tag'

/** Gray lines of text, visible in both color modes. */
const lines = [40, 90, 75, 85].map((width) => `<div style="width:${width}%"></div>`).join('')
const style = 'body{margin:20px}div{height:8px;margin-bottom:12px;border-radius:4px;background:#8884}'

/**
 * The widget's button in a page of another site, drawn by the widget's own script.
 * @param version changes with the script, which browsers store for some minutes
 */
export function WidgetButton(props: { version: string; direction: 'ltr' | 'rtl'; label: string }) {
  const { version, direction, label } = props
  const script = widgetTag(`/widget.js?${new URLSearchParams({ version })}`, { label })
  return (
    <figure>
      <figcaption className="mb-1 font-medium">{t('settings.widget.buttonPreview')}</figcaption>
      <iframe
        // A picture: nothing in it can be pressed.
        inert
        sandbox="allow-scripts"
        title={t('settings.widget.buttonPreview')}
        srcDoc={`<!doctype html><html dir="${direction}"><style>${style}</style><body>${lines}${script}`}
        // As in the frame's page, because a frame with another one isn't transparent.
        className="h-40 w-full rounded-md border border-line bg-surface [color-scheme:light]"
      />
    </figure>
  )
}

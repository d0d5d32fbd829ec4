'use client'

function fit(frame: HTMLIFrameElement) {
  const root = frame.contentDocument?.documentElement
  if (root) frame.style.height = `${root.offsetHeight}px`
}

function fitAtEachWidth(frame: HTMLIFrameElement) {
  const observer = new ResizeObserver(() => fit(frame))
  observer.observe(frame)
  return () => observer.disconnect()
}

/** An email, as tall as its content. Links open in the page itself; scripts stay off. */
export function MailFrame({ subject, html }: { subject: string; html: string }) {
  return (
    <iframe
      ref={fitAtEachWidth}
      onLoad={(event) => fit(event.currentTarget)}
      title={subject}
      srcDoc={html}
      sandbox="allow-same-origin allow-top-navigation-by-user-activation allow-popups"
      className="h-96 w-full"
    />
  )
}

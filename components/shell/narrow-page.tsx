import type { ReactNode } from 'react'

export function NarrowPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-md py-6">
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
      <noscript>
        <p className="mb-4">This form needs JavaScript. Turn it on in your browser and reload the page.</p>
      </noscript>
      {children}
    </div>
  )
}

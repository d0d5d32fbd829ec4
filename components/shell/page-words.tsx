import type { ReactNode } from 'react'
import { getSite } from '@/lib/queries/site'
import type { PageKind } from '@/lib/words/parts'
import { MoreWords } from './words'

/** What the scripts of some pages say besides those of every page. */
export async function PageWords({ of, children }: { of: PageKind; children: ReactNode }) {
  const { pageWords } = await getSite()
  return <MoreWords messages={pageWords[of]}>{children}</MoreWords>
}

import '@/app/more.css'
import type { Metadata } from 'next'
import { ButtonLink } from '@/components/ui/button'
import { getSite } from '@/lib/queries/site'

export const prefetch = 'partial'

export const metadata: Metadata = { title: 'Goodbye', robots: { index: false } }

/** Where somebody comes who deleted the account. Whoever still has one is not told that it is gone. */
export default async function GoodbyePage() {
  const { name } = await getSite()
  return (
    <div className="mx-auto max-w-md py-12 text-center">
      <h1 className="mb-2 text-xl font-semibold">Goodbye</h1>
      <p className="signed-out-only text-ink-soft">
        Your account has been deleted. Thanks for helping to shape {name}.
      </p>
      <p className="signed-in-only text-ink-soft">You are signed in, and your account is still here.</p>
      <ButtonLink href="/" className="mt-6">
        See the roadmap
      </ButtonLink>
    </div>
  )
}

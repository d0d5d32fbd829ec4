import type { Metadata } from 'next'

export const instant = false

export const metadata: Metadata = { title: 'Search results', robots: { index: false } }

export default async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string }> }) {
  const { q = '' } = await searchParams
  return <h1 className="text-xl font-semibold">Search results {q}</h1>
}

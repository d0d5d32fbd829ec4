/** The link in the plain-text part of mails, which the local backend writes: it leads to the page with the button. */
export function GET(request: Request): Response {
  const { searchParams } = new URL(request.url)
  const query = new URLSearchParams({
    token_hash: searchParams.get('token') ?? '',
    type: searchParams.get('type') ?? '',
  })
  return new Response(null, {
    status: 307,
    headers: { Location: `/auth/confirm?${query}`, 'Cache-Control': 'private, no-store' },
  })
}

import { writeContract } from '@/lib/api/contract'

export function GET(): Response {
  return Response.json(writeContract(), {
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' },
  })
}

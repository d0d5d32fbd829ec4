import 'server-only'
import { env } from '../env'

export function storageAddress(bucket: 'avatars' | 'images', path: string): string
export function storageAddress(bucket: 'avatars' | 'images', path: string | null): string | null
export function storageAddress(bucket: 'avatars' | 'images', path: string | null): string | null {
  return path && `${env.NEXT_PUBLIC_SUPABASE_URL}/storage/v1/object/public/${bucket}/${path}`
}

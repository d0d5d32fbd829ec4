import { AppLink } from '../ui/app-link'

/** For whoever confirmed an address by a link that somebody, or a scanner, had opened before. */
export function NoPasswordHint() {
  return (
    <p className="mt-4">
      Confirmed your address but have no password?{' '}
      <AppLink href="/forgot-password" className="underline">
        Set one
      </AppLink>
    </p>
  )
}

import { getOwnSignInMethods } from '@/lib/queries/sign-in-methods'
import { SignInMethodsList } from './sign-in-methods-list'

export async function SignInMethods() {
  return <SignInMethodsList {...await getOwnSignInMethods()} />
}

import { buttonClass } from '../ui/button-class'

export function AccountArea() {
  return (
    <>
      <button type="button" className={buttonClass('outline')}>
        Sign in
      </button>
      <button type="button" className={buttonClass('default')}>
        Sign up
      </button>
    </>
  )
}

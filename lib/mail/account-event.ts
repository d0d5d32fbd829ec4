/** What private.tell_owner reports to the owner of an account. */
export type AccountEvent =
  | { event: 'device'; user_agent: string | null }
  | { event: 'linked' | 'unlinked'; provider: string }
  /** For someone who may have no account yet; `invitation` is the secret of the link. */
  | { event: 'invited'; invitation: string; role: 'admin' | 'moderator'; by: string }
  | {
      event:
        | 'own'
        | 'password'
        | 'deleted'
        | 'factor-added'
        | 'factor-removed'
        | 'factor-recovered'
        | 'factor-reset'
    }

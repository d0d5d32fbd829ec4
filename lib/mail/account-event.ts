export type AccountEvent =
  | { event: 'device'; user_agent: string | null }
  | { event: 'linked' | 'unlinked'; provider: string }
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

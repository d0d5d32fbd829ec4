import { deviceName } from '../text/device-name.ts'
import { t } from '../words/t.ts'
import type { ClaimedMail, Site } from './claimed-mail.ts'

type AccountMail = Extract<ClaimedMail, { kind: 'account' }>
type Words = { title: string; lines: string[]; button: string; path: string }

const providers: Record<string, string> = { github: 'GitHub', google: 'Google' }
const nameOf = (provider: string) =>
  provider === 'email' ? t('common.email') : (providers[provider] ?? provider)

const checkSettings = () => ({ button: t('mail.account.checkSettings'), path: '/settings#two-factor' })
const resetPassword = () => ({ button: t('mail.account.resetPassword'), path: '/forgot-password' })
const notYou = () => t('mail.account.notYou')

export function accountWords(mail: AccountMail, { name: site }: Site): Words {
  switch (mail.event) {
    case 'device':
      return {
        title: t('mail.account.device.title', { site }),
        lines: [
          t('mail.account.device.what', { device: deviceName(mail.user_agent) }),
          t('mail.account.device.you'),
          t('mail.account.device.notYou'),
        ],
        button: t('mail.account.checkDevices'),
        path: '/settings#sessions',
      }
    case 'password':
      return {
        title: t('mail.account.password.title', { site }),
        lines: [t('mail.account.password.what'), notYou()],
        ...resetPassword(),
      }
    case 'deleted':
      return {
        title: t('mail.account.deleted.title', { site }),
        lines: [t('mail.account.deleted.what'), t('mail.account.deleted.notYou')],
        button: t('mail.test.open', { site }),
        path: '/',
      }
    case 'linked': {
      const method = nameOf(mail.provider)
      return {
        title: t('mail.account.linked.title', { method, site }),
        lines: [t('mail.account.linked.what', { method }), t('mail.account.linked.notYou')],
        button: t('mail.account.checkSettings'),
        path: '/settings',
      }
    }
    case 'own':
      return {
        title: t('mail.account.own.title', { site }),
        lines: [t('mail.account.own.what'), t('mail.account.linked.notYou')],
        button: t('mail.account.checkSettings'),
        path: '/settings',
      }
    case 'invited': {
      const { by, role, to, invitation } = mail
      return {
        title: t('mail.account.invited.title', { by, site }),
        lines: [t('mail.account.invited.what', { role }), t('mail.account.invited.how', { address: to })],
        button: t('account.invitation.accept'),
        path: `/auth/invitation?key=${invitation}`,
      }
    }
    case 'unlinked': {
      const method = nameOf(mail.provider)
      return {
        title: t('mail.account.unlinked.title', { method, site }),
        lines: [t('mail.account.unlinked.what', { method }), notYou()],
        ...resetPassword(),
      }
    }
    case 'factor-added':
      return {
        title: t('mail.account.factorAdded.title', { site }),
        lines: [t('mail.account.factorAdded.what'), t('mail.account.factorAdded.notYou')],
        ...resetPassword(),
      }
    case 'factor-removed':
      return {
        title: t('mail.account.factorRemoved.title', { site }),
        lines: [t('mail.account.factorRemoved.what'), notYou()],
        ...resetPassword(),
      }
    case 'factor-recovered':
      return {
        title: t('mail.account.factorRecovered.title', { site }),
        lines: [t('mail.account.factorRecovered.what'), t('mail.account.factorRecovered.notYou')],
        ...checkSettings(),
      }
    case 'factor-reset':
      return {
        title: t('mail.account.factorReset.title', { site }),
        lines: [t('mail.account.factorReset.what'), t('mail.account.factorReset.notYou')],
        ...checkSettings(),
      }
  }
}

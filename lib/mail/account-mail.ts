import { deviceName } from '../supabase/device-name.ts'
import type { ClaimedMail, Site } from './claimed-mail.ts'

type Words = { title: string; lines: string[]; button: string; path: string }

const providers: Record<string, string> = { email: 'Email', github: 'GitHub', google: 'Google' }
const nameOf = (provider: string) => providers[provider] ?? provider

const checkSettings = { button: 'Check your settings', path: '/settings#two-factor' }
const resetPassword = { button: 'Reset your password', path: '/forgot-password' }
const notYou = "If it wasn't you, reset your password now. That signs everyone else out."

/** What happened to an account, and what to do if it wasn't its owner. */
export function accountWords(mail: Extract<ClaimedMail, { kind: 'account' }>, site: Site): Words {
  switch (mail.event) {
    case 'device':
      return {
        title: `New sign-in to ${site.name}`,
        lines: [
          `Someone signed in to your account from a new device or network: ${deviceName(mail.user_agent)}.`,
          'If this was you, you can ignore this email.',
          "If it wasn't you, sign that device out under Where you're signed in, then change your password.",
        ],
        button: 'Check your devices',
        path: '/settings#sessions',
      }
    case 'password':
      return {
        title: `Your ${site.name} password was changed`,
        lines: ['The password of your account was changed.', notYou],
        ...resetPassword,
      }
    case 'linked':
      return {
        title: `${nameOf(mail.provider)} was linked to your ${site.name} account`,
        lines: [
          `You can now sign in with ${nameOf(mail.provider)}.`,
          "If it wasn't you, unlink it in your settings and reset your password.",
        ],
        button: 'Check your settings',
        path: '/settings',
      }
    case 'unlinked':
      return {
        title: `${nameOf(mail.provider)} was unlinked from your ${site.name} account`,
        lines: [`You can no longer sign in with ${nameOf(mail.provider)}.`, notYou],
        ...resetPassword,
      }
    case 'factor-added':
      return {
        title: `Two-factor authentication is on for ${site.name}`,
        lines: [
          'Signing in to your account now takes a code from an authenticator app as well.',
          "If it wasn't you, someone knows your password: reset it, and ask an admin of the site to reset two-factor authentication.",
        ],
        ...resetPassword,
      }
    case 'factor-removed':
      return {
        title: `Two-factor authentication is off for ${site.name}`,
        lines: ['Signing in to your account no longer takes a code.', notYou],
        ...resetPassword,
      }
    case 'factor-recovered':
      return {
        title: `A recovery code was used for ${site.name}`,
        lines: [
          'Someone signed in to your account with a recovery code. It turned two-factor authentication off.',
          "If this was you, set it up again. If it wasn't, reset your password now.",
        ],
        ...checkSettings,
      }
    case 'factor-reset':
      return {
        title: `Two-factor authentication was reset for ${site.name}`,
        lines: [
          'An admin turned off two-factor authentication for your account and signed you out everywhere.',
          "If you asked for this, sign in and set it up again. If you didn't, ask the site's team why.",
        ],
        ...checkSettings,
      }
  }
}

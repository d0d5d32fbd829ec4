/** Whether a Host header names this machine: a name that leads here for a moment (DNS rebinding) is not it. */
export function isLocalHost(host: string | null): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host ?? '')
}

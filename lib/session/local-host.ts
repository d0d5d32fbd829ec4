/** Whether a Host header names this machine. A name that temporarily resolves to it (DNS rebinding) doesn't. */
export function isLocalHost(host: string | null): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/.test(host ?? '')
}

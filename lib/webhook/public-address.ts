import ipaddr from 'ipaddr.js'

/** The part of IPv6 that is given out; the rest leads home, to IPv4 in disguise, or nowhere. */
const givenOut = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Where an IP address leads: 'public' to the open internet, 'loopback' to this machine, 'private' into a network that
 * is not everybody's, of whatever kind, in whatever spelling.
 */
export function reachOf(address: string): 'public' | 'loopback' | 'private' {
  if (!ipaddr.isValid(address)) return 'private'
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range === 'loopback') return 'loopback'
  const isGivenOut = parsed instanceof ipaddr.IPv4 || parsed.match(givenOut)
  return range === 'unicast' && isGivenOut ? 'public' : 'private'
}

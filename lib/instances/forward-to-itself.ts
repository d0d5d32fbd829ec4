const variable = '__NEXT_PRIVATE_ORIGIN'

/**
 * Next forwards an action to a page that has it over the network, with the member's cookies. It calls a server that
 * listens on 0.0.0.0 "localhost", which can also be ::1, where somebody else's program may listen.
 */
export function forwardToItself({ argv, env }: Pick<NodeJS.Process, 'argv' | 'env'>): void {
  // Who listens on "localhost" by name may listen on ::1.
  const isNamed = [...argv, env.HOSTNAME].some((chosen) => chosen?.endsWith('localhost'))
  const origin = env[variable]
  if (origin && !isNamed) env[variable] = origin.replace('//localhost:', '//127.0.0.1:')
}

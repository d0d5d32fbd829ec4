/**
 * Refuses a request that asks for anything but a path. What follows a '#' this process takes for a fragment, as the
 * standard says, and Lite for the rest of the address: each would look at another request.
 * @param target as the first line of the request says it
 */
export const refuseTarget = (target: string): Response | null =>
  target.startsWith('/') && !target.includes('#')
    ? null
    : Response.json({ code: 400, msg: 'A request asks for a path.' }, { status: 400 })

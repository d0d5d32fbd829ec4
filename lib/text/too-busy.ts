/** What the server says when it refuses a request before it begins, so that it may safely be sent again. */
export const tooBusy = 'The site is too busy right now. Try again in a moment.'

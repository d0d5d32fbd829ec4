/** The site's name if no one has set one. */
export const defaultSiteName = 'Signpost'

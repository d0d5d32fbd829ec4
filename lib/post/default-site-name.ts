/** What the site is called where nobody gave it a name. */
export const defaultSiteName = 'Signpost'

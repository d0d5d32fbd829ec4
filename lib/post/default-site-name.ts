export const defaultSiteName = 'Signpost'

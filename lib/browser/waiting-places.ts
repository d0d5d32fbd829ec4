/** Begins the name of a stylesheet in local storage, before the person's id and the path of the page. */
export const placesKey = 'signpost-waiting '

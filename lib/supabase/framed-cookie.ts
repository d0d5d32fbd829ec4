/** Says that the pages stand in a frame of another site, where browsers take cookies of one kind alone. It grants nothing. */
export const framedCookie = 'signpost-framed'

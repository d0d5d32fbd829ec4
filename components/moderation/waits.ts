export const waitsSaid = 'Thank you. It waits for approval.'
export const waitsWhere = 'Others see it once the team has looked. Until then it stands in your settings.'

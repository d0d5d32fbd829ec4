export const inputClass = 'input'

/** Browsers and feed readers ask for it, whatever a page says. */
export { GET } from '../icon.svg/route'

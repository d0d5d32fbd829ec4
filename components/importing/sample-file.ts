/** Headings and values that need no choices. */
export const sampleFile = `title,description,category,status,votes,author,created at
Export reports as CSV,"I copy the numbers into a spreadsheet every week.",Features,Planned,12,A customer,2026-01-31
The app closes when I rotate my phone,,Bugs,In progress,3,A customer,2026-02-14
`

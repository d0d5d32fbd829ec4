import { Fragment } from 'react'

/** A text with addresses, which break before `@`, dots and colons instead of inside a word. */
export const AddressText = ({ children }: { children: string }) =>
  children.split(/(?<=\S)(?=[@.:]\S)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

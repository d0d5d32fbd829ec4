/** The look of an open menu. Its user sets the width. */
export const menuClass =
  'z-30 max-w-[calc(100vw-1rem)] min-w-[min(11rem,100vw-1rem)] rounded-lg border border-line bg-surface p-1.5 shadow-md max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto'
/** The look of one item of the menu. The outline is for forced colors, which show no other highlight. */
export const menuItemClass =
  'flex min-h-9 w-full pointer-coarse:min-h-11 cursor-pointer items-center rounded-md px-2 py-1 text-start outline-none select-none data-highlighted:bg-sunken forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:-outline-offset-2 forced-colors:data-highlighted:outline-solid'

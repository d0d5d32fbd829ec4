import { t } from '@/lib/words/t'
import { inputClass } from '../ui/input-class'

/** A search on pages that don't exist. */
export const SearchInstead = () => (
  <form action="/search" role="search" className="mt-8 w-full">
    <input
      type="search"
      name="q"
      autoComplete="off"
      maxLength={200}
      aria-label={t('common.search')}
      placeholder={t('shell.searchBox.search')}
      className={`${inputClass} h-10 w-full`}
    />
  </form>
)

'use client'

import { t } from '@/lib/words/t'
import { Button } from '../ui/button'
import { showKeys } from './keys'

/** Lists the keys of a page, where it is wide enough for a keyboard to be likely. */
export const KeysButton = ({ className = '' }: { className?: string }) => (
  <Button aria-keyshortcuts="?" onClick={showKeys} look="ghost" className={`max-lg:hidden ${className}`}>
    {t('common.shortcuts')}
  </Button>
)

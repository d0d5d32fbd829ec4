'use client'

import { useRouter } from 'next/navigation'
import { removeLogo } from '@/lib/actions/site'
import { useOnePicture } from '../image/use-one-picture'
import { toast } from '../ui/toast-store'

export function LogoForm({ logo, isSetElsewhere }: { logo: string | null; isSetElsewhere: boolean }) {
  const router = useRouter()
  const { buttons, file, problem } = useOnePicture({
    purpose: 'logo',
    label: 'File of the logo',
    button: logo ? 'Change the logo' : 'Add a logo',
    remove: logo ? () => removeLogo(null) : null,
    onDone(what) {
      toast({ title: `The logo is ${what}.` })
      router.refresh()
    },
  })

  return (
    <div role="group" aria-labelledby="logo" className="rounded-lg border border-line bg-surface p-4">
      <h3 id="logo" className="mb-2 font-semibold">
        Logo
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {logo && <img src={logo} alt="The logo" className="h-7 max-w-40 object-contain" />}
        {!isSetElsewhere && buttons}
        {file}
      </div>
      <p className="mt-2 text-ink-soft">
        {isSetElsewhere
          ? 'Set by SITE_LOGO_URL in the environment.'
          : 'Shown 28 pixels high, on light and dark pages. PNG, JPEG, WebP, GIF or AVIF, at most 2 MB.'}
      </p>
      {problem}
    </div>
  )
}

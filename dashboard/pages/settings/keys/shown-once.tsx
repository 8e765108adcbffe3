import { t } from '../../../messages/index.js'
import { Banner } from '../../../ui/banner.js'
import { Button } from '../../../ui/button.js'
import { CopyField } from '../../../ui/copy-field.js'

/** A secret that no later answer holds, and the way on once it is stored elsewhere. */
export function ShownOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Banner kind="warn" title={t.settings.shownOnce}>
        {t.settings.shownOnceText}
      </Banner>
      <CopyField value={secret} label={t.settings.copyKey} />
      <div className="flex justify-end">
        <Button variant="strong" onClick={onClose}>
          {t.settings.keyIsStored}
        </Button>
      </div>
    </div>
  )
}

import { t } from '../messages/index.js'
import { Segmented } from '../ui/segmented.js'
import type { MailWidth } from './mail-frame.js'

/** The options of a shown message. */
export interface MailDisplay {
  width: MailWidth
  scheme: 'light' | 'dark'
}

const WIDTHS = (['375', '600', 'full'] as const).map((value) => ({ value, label: t.mail.widths[value] }))
const SCHEMES = (['light', 'dark'] as const).map((value) => ({ value, label: t.mail.schemes[value] }))

/** The choices of how a message is shown: the width of the window, and the colours that its reader prefers. */
export function MailControls({
  display,
  onChange,
}: {
  display: MailDisplay
  onChange: (display: MailDisplay) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Segmented
        label={t.mail.width}
        options={WIDTHS}
        value={display.width}
        onChange={(width) => onChange({ ...display, width })}
      />
      <Segmented
        label={t.mail.scheme}
        options={SCHEMES}
        value={display.scheme}
        onChange={(scheme) => onChange({ ...display, scheme })}
      />
    </div>
  )
}

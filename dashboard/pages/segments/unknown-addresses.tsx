import { useState } from 'react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Banner } from '../../ui/banner.js'
import { Button } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import { CopyButton } from '../../ui/copy-field.js'

const SHOWN = 20

interface UnknownAddressesProps {
  emails: readonly string[]
  onCreate: (subscribed: boolean) => void
}

/** The addresses without a contact, by name, and the way to make contacts of them. */
export function UnknownAddresses({ emails, onCreate }: UnknownAddressesProps) {
  const [isSubscribed, setSubscribed] = useState(false)
  const rest = emails.length - SHOWN
  return (
    <Banner
      kind="warn"
      title={t.segments.unknownTitle(emails.length, formatNumber(emails.length))}
      action={<CopyButton value={emails.join('\n')} label={t.segments.copyUnknown} />}
    >
      <p>{t.segments.unknownText}</p>
      <ul className="my-2 break-all">
        {emails.slice(0, SHOWN).map((email) => (
          <li key={email}>{email}</li>
        ))}
        {rest > 0 && <li className="text-muted">{t.segments.moreUnknown(formatNumber(rest))}</li>}
      </ul>
      <div className="flex flex-col items-start gap-2">
        <Checkbox
          label={t.segments.createSubscribed}
          checked={isSubscribed}
          onChange={({ target }) => setSubscribed(target.checked)}
        />
        <Button onClick={() => onCreate(isSubscribed)}>{t.segments.createUnknown}</Button>
      </div>
    </Banner>
  )
}

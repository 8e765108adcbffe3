import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { copyText } from '../../ui/copy-text.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { OuterLink } from '../../ui/link.js'
import { toast } from '../../ui/toast.js'
import type { Domain } from './domains-query.js'
import { zoneFileOf, zonesOf } from './record-names.js'

/** A message with the records, for who administers the DNS of the domain. */
function mailto(domain: string, records: Domain['records']): string {
  const text = `${t.domains.mailText(domain)}\n\n${zoneFileOf(records)}`
  return `mailto:?subject=${encodeURIComponent(t.domains.mailSubject(domain))}&body=${encodeURIComponent(text)}`
}

/** The notation of the record names, and a button that copies all records. */
export function ZoneBar({ domain: { domain, records }, zone }: { domain: Domain; zone: string | undefined }) {
  const navigate = useNavigate()
  const zones = zonesOf(domain)
  const options = [
    { value: '', label: t.domains.wholeNames },
    ...zones.map((value) => ({ value, label: t.domains.namesIn(value) })),
  ]
  const copy = async (): Promise<void> => {
    if (await copyText(zoneFileOf(records))) toast(t.common.copied)
  }
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div className="w-72 max-w-full">
        <Field label={t.domains.zone} hint={t.domains.zoneHint}>
          {(ids) => (
            <Select
              {...ids}
              options={options}
              value={zones.find((one) => one === zone) ?? ''}
              onChange={({ target }) =>
                void navigate({ to: '.', search: { zone: target.value || undefined }, replace: true })
              }
            />
          )}
        </Field>
      </div>
      <span className="flex flex-wrap items-center gap-3">
        <OuterLink href={mailto(domain, records)}>{t.domains.mailRecords}</OuterLink>
        <Button icon={Copy} onClick={() => void copy()}>
          {t.domains.copyZoneFile}
        </Button>
      </span>
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/query.js'
import { t } from '../../messages/index.js'
import { useProjectId } from '../../session/project.js'
import { Field } from '../../ui/field.js'
import { Input, Select } from '../../ui/input.js'
import { TextLink } from '../../ui/link.js'
import { addressOf, domainsToChoose, partsOf } from './sender-address.js'

interface SenderFieldProps {
  value: string
  onChange: (address: string) => void
  error?: string | undefined
}

/** The address of the sender; its domain is one of the project's verified ones. */
export function SenderField({ value, onChange, error }: SenderFieldProps) {
  const projectId = useProjectId()
  const { data: domains } = useQuery(read('GET /domains/project/:projectId', { projectId, params: { projectId } }))
  const verified = (domains ?? []).filter((one) => one.verified).map(({ domain }) => domain)
  if (verified.length === 0) return <WholeAddress value={value} onChange={onChange} error={error} isKnown={!!domains} />
  const choices = domainsToChoose(verified, value)
  const parts = partsOf(value)
  const domain = parts.domain || verified[0] || ''
  const options = choices.map((one) => ({
    value: one.domain,
    label: one.isVerified ? one.domain : t.sender.unverified(one.domain),
  }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
      <Field label={t.sender.local} hint={t.sender.localHint} error={error}>
        {(ids) => (
          <Input
            {...ids}
            name="from"
            required
            autoComplete="off"
            spellCheck={false}
            value={parts.local}
            onChange={({ target }) => onChange(addressOf({ local: target.value, domain }))}
          />
        )}
      </Field>
      <Field label={t.sender.domain}>
        {(ids) => (
          <Select
            {...ids}
            options={options}
            value={domain}
            onChange={({ target }) => onChange(addressOf({ local: parts.local, domain: target.value }))}
          />
        )}
      </Field>
    </div>
  )
}

/** The address in one field, for a project without verified domains: an installation may allow addresses for tests. */
function WholeAddress({ value, onChange, error, isKnown }: SenderFieldProps & { isKnown: boolean }) {
  const projectId = useProjectId()
  return (
    <div className="flex flex-col gap-1">
      <Field label={t.sender.from} hint={t.sender.hint} error={error}>
        {(ids) => (
          <Input
            {...ids}
            name="from"
            type="email"
            required
            autoComplete="off"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
      {isKnown && (
        <p className="text-small text-muted">
          {t.sender.noDomain}{' '}
          <TextLink to="/p/$projectId/domains" params={{ projectId }}>
            {t.sender.toDomains}
          </TextLink>
        </p>
      )}
    </div>
  )
}

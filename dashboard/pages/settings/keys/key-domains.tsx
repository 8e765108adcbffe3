import { useQuery } from '@tanstack/react-query'
import { read } from '../../../api/query.js'
import { t } from '../../../messages/index.js'
import { useProjectId } from '../../../session/project.js'
import { Checkbox } from '../../../ui/checkbox.js'

/** The domains of the project from which a key may send; with none chosen, from all. */
export function KeyDomains({
  chosen,
  onChange,
}: {
  chosen: readonly string[]
  onChange: (domains: readonly string[]) => void
}) {
  const projectId = useProjectId()
  const { data: domains } = useQuery(read('GET /domains/project/:projectId', { projectId, params: { projectId } }))
  if (!domains || domains.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{t.settings.keyDomains}</legend>
      <p className="mb-1 text-small text-muted">{t.settings.keyDomainsHint}</p>
      {domains.map(({ domain }) => (
        <Checkbox
          key={domain}
          label={domain}
          checked={chosen.includes(domain)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, domain] : chosen.filter((one) => one !== domain))
          }
        />
      ))}
    </fieldset>
  )
}

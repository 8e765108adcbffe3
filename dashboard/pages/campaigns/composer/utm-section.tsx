import { useState } from 'react'
import { Braces } from 'lucide-react'
import { MAX_UTM_LENGTH, UTM_NAMES, utmParameter, withParameters, type UtmName } from '../../../../models/domain/utm.js'
import { t } from '../../../messages/index.js'
import { useVariables } from '../../../shared/content-editor/use-variables.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import { Input } from '../../../ui/input.js'
import { Menu } from '../../../ui/menu.js'
import type { SectionProps } from './audience-section.js'
import type { CampaignFields } from './draft.js'
import { Section } from './section.js'

const FIRST: readonly UtmName[] = ['source', 'medium', 'campaign']
const EXAMPLE = 'https://example.com/page'
const LINKS = new Set(Object.keys(t.content.variables))

/** The UTM parameters that the links of the campaign get. */
export function UtmSection({ value, onChange, state, errors }: SectionProps) {
  const { utm } = value
  const variables = useVariables()
  const hasMore = UTM_NAMES.some((name) => !FIRST.includes(name) && (utm[name] || errors[`utm.${name}`]))
  const [isOpen, setOpen] = useState(false)
  const names = isOpen || hasMore ? UTM_NAMES : FIRST
  const set = (name: UtmName, text: string): void => onChange({ utm: { ...utm, [name]: text } })
  const groups = (name: UtmName) => [
    {
      items: variables
        .filter(({ label }) => !LINKS.has(label))
        .map(({ label }) => ({
          label,
          icon: Braces,
          onSelect: () => set(name, `${utm[name] ?? ''}{{ ${label} }}`),
        })),
    },
  ]
  const example = exampleOf(value)
  return (
    <Section name="links" state={state}>
      <p className="text-muted">{t.campaigns.utmText}</p>
      <div className="grid gap-4 wide:grid-cols-3">
        {names.map((name) => (
          <Field key={name} label={t.campaigns.utm[name]} error={errors[`utm.${name}`]}>
            {(ids) => (
              <div className="flex min-w-0 items-center gap-1">
                <Input
                  {...ids}
                  autoComplete="off"
                  maxLength={MAX_UTM_LENGTH}
                  placeholder={suggestionOf(name, value.name)}
                  value={utm[name] ?? ''}
                  onChange={({ target }) => set(name, target.value)}
                />
                <Menu
                  trigger={<IconButton icon={Braces} label={t.campaigns.utmInsert(t.campaigns.utm[name])} />}
                  groups={groups(name)}
                />
              </div>
            )}
          </Field>
        ))}
      </div>
      {names === FIRST && (
        <div>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            {t.campaigns.utmMore}
          </Button>
        </div>
      )}
      {example !== null && (
        <p className="text-small text-muted">
          {t.campaigns.utmExample}: <code className="break-all">{example}</code>
        </p>
      )}
    </Section>
  )
}

/** A link as it will be; Liquid stays as it is written. Null without any parameter. */
function exampleOf({ utm }: CampaignFields): string | null {
  const parameters = UTM_NAMES.flatMap((name) => {
    const parameter = utmParameter(name, utm[name] ?? '')
    if (parameter === null) return []
    const text = utm[name]?.trim() ?? ''
    return [/\{[{%]/.test(text) ? { ...parameter, value: text } : parameter]
  })
  return parameters.length === 0 ? null : withParameters(EXAMPLE, parameters)
}

/** What is usual for a parameter: for the campaign, its name in lower case with hyphens. */
function suggestionOf(name: UtmName, campaignName: string): string {
  const usual = t.campaigns.utmSuggestions[name]
  if (name !== 'campaign') return usual
  const slug = campaignName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return slug.replaceAll(/^-|-$/g, '') || usual
}

import { useState } from 'react'
import {
  MAX_UTM_LENGTH,
  UTM_NAMES,
  utmParameter,
  withParameters,
  type Utm,
  type UtmName,
} from '../../../../models/domain/utm.js'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { FieldInput } from '../../../shared/content-editor/field-input.js'
import { Button } from '../../../ui/button.js'
import { Field } from '../../../ui/field.js'
import type { SectionProps } from './audience-section.js'
import type { CampaignFields } from './draft.js'
import { Section } from './section.js'

const FIRST: readonly UtmName[] = ['source', 'medium', 'campaign']
const EXAMPLE = 'https://example.com/page'

/** The UTM parameters that the links of the campaign get. */
export function UtmSection({ value, onChange, state, errors }: SectionProps) {
  const { utm } = value
  const { utm: ofProject } = useProject()
  const hasMore = UTM_NAMES.some((name) => !FIRST.includes(name) && (utm[name] || errors[`utm.${name}`]))
  const [isOpen, setOpen] = useState(false)
  const names = isOpen || hasMore ? UTM_NAMES : FIRST
  const example = exampleOf(value)
  return (
    <Section name="links" state={state}>
      <p className="text-muted">{t.campaigns.utmText}</p>
      <div className="grid gap-4 wide:grid-cols-3">
        {names.map((name) => (
          <Field
            key={name}
            label={t.campaigns.utm[name]}
            hint={isOfProject(name, utm, ofProject) ? t.campaigns.utmOfProject : undefined}
            error={errors[`utm.${name}`]}
          >
            {(ids) => (
              <FieldInput
                ids={ids}
                value={utm[name] ?? ''}
                placeholder={suggestionOf(name, value.name)}
                maxLength={MAX_UTM_LENGTH}
                label={t.campaigns.utmInsert(t.campaigns.utm[name])}
                onChange={(text) => onChange({ utm: { ...utm, [name]: text } })}
              />
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

/** Whether the value is the one that the campaign took over from its project. */
function isOfProject(name: UtmName, utm: Utm, ofProject: Utm | null): boolean {
  return utm[name] !== undefined && utm[name] === ofProject?.[name]
}

/** A link as it will be; Liquid stays as it is written. Null without any parameter. */
function exampleOf({ utm }: CampaignFields): string | null {
  const parameters = UTM_NAMES.flatMap((name) => {
    const text = utm[name]?.trim() ?? ''
    const parameter = utmParameter(name, text)
    if (parameter === null) return []
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

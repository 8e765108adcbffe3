import { useMemo } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../../messages/index.js'
import { ContentEditor } from '../../../shared/content-editor/content-editor.js'
import {
  previousDesignOf,
  storedDraft,
  storedWording,
  writtenIn,
  type Finding,
} from '../../../shared/content-editor/message-draft.js'
import { useShownTo } from '../../../shared/content-editor/use-shown-to.js'
import type { Campaign } from '../campaign.js'
import type { SectionProps } from './audience-section.js'
import { CopyTemplate } from './copy-template.js'
import { Section } from './section.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

interface ContentSectionProps extends SectionProps {
  campaign: Campaign
  onFindings: (findings: readonly Finding[]) => void
}

/** The editor of the message, beside its preview. */
export function ContentSection({ campaign, value, onChange, state, errors, onFindings }: ContentSectionProps) {
  const { as } = route.useSearch()
  const navigate = route.useNavigate()
  const { shownTo, setShownTo } = useShownTo(
    as,
    (next) => void navigate({ search: (search) => ({ ...search, as: next }), replace: true }),
  )
  const stored = useMemo(() => storedDraft(campaign), [campaign])
  const error = errorOf(errors)
  return (
    <Section name="content" state={state}>
      <CopyTemplate onCopy={(template) => onChange({ type: template.type, ...writtenIn(storedWording(template)) })} />
      {error !== undefined && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <ContentEditor
        draft={value}
        isSubjectElsewhere
        stored={stored}
        previousDesign={previousDesignOf(campaign)}
        onChange={({ subject, body, design = null, mjml = null }) => onChange({ subject, body, design, mjml })}
        shownTo={shownTo}
        onShownTo={setShownTo}
        onFindings={onFindings}
      />
    </Section>
  )
}

/** The first error of the content; that of a design names its place. */
function errorOf(errors: Readonly<Record<string, string>>): string | undefined {
  const found = Object.entries(errors).find(([field]) => /^(?:body|mjml|design)(?:\.|$)/.test(field))
  return found && (found[0] === 'body' ? found[1] : t.errors.inField(found[0], found[1]))
}

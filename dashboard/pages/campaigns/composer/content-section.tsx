import { getRouteApi } from '@tanstack/react-router'
import { ContentEditor } from '../../../shared/content-editor/content-editor.js'
import type { LackedVariable } from '../../../shared/content-editor/for-audience.js'
import type { Finding } from '../../../shared/content-editor/message-draft.js'
import { useShownTo } from '../../../shared/content-editor/use-shown-to.js'
import type { SectionProps } from './audience-section.js'
import { CopyTemplate } from './copy-template.js'
import { Section } from './section.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

interface ContentSectionProps extends SectionProps {
  onFindings: (findings: readonly Finding[]) => void
  lacked: readonly LackedVariable[] | null
}

/** The editor of the message, beside its preview. */
export function ContentSection({ value, onChange, state, errors, onFindings, lacked }: ContentSectionProps) {
  const { as } = route.useSearch()
  const navigate = route.useNavigate()
  const { shownTo, setShownTo } = useShownTo(
    as,
    (next) => void navigate({ search: (search) => ({ ...search, as: next }), replace: true }),
  )
  const error = errors['body']
  return (
    <Section name="content" state={state}>
      <CopyTemplate onCopy={({ subject, body, type }) => onChange({ subject, body, type })} />
      {error !== undefined && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <ContentEditor
        draft={value}
        isSubjectElsewhere
        onChange={({ subject, body }) => onChange({ subject, body })}
        shownTo={shownTo}
        onShownTo={setShownTo}
        onFindings={onFindings}
        lacked={lacked}
      />
    </Section>
  )
}

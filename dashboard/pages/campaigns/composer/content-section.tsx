import { useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { ContentEditor } from '../../../shared/content-editor/content-editor.js'
import type { Finding, ShownTo } from '../../../shared/content-editor/message-draft.js'
import type { SectionProps } from './audience-section.js'
import { CopyTemplate } from './copy-template.js'
import { Section } from './section.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

interface ContentSectionProps extends SectionProps {
  onFindings: (findings: readonly Finding[]) => void
}

/** What the message says, beside what a recipient gets of it. */
export function ContentSection({ value, onChange, state, faults, onFindings }: ContentSectionProps) {
  const { shownTo, setShownTo } = useShownTo()
  const fault = faults['body']
  return (
    <Section name="content" state={state}>
      <CopyTemplate onCopy={({ subject, body, type }) => onChange({ subject, body, type })} />
      {fault !== undefined && (
        <p role="alert" className="text-bad">
          {fault}
        </p>
      )}
      <ContentEditor
        draft={value}
        isSubjectElsewhere
        onChange={({ subject, body }) => onChange({ subject, body })}
        shownTo={shownTo}
        onShownTo={setShownTo}
        onFindings={onFindings}
      />
    </Section>
  )
}

/** The address holds for whom the preview is made; sample data is of this visit alone. */
function useShownTo(): { shownTo: ShownTo; setShownTo: (shownTo: ShownTo) => void } {
  const { as = null } = route.useSearch()
  const navigate = route.useNavigate()
  const [data, setData] = useState<ShownTo['data']>(null)
  return {
    shownTo: { contactId: as, data },
    setShownTo: (next) => {
      setData(next.data ?? null)
      if ((next.contactId ?? null) === as) return
      const contact = next.contactId ?? undefined
      void navigate({ search: (search) => ({ ...search, as: contact }), replace: true })
    },
  }
}

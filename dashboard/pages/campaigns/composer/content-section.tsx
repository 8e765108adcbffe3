import { useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { Maximize2, Minimize2 } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { ContentEditor } from '../../../shared/content-editor/content-editor.js'
import type { LackedVariable } from '../../../shared/content-editor/for-audience.js'
import type { Finding } from '../../../shared/content-editor/message-draft.js'
import { useShownTo } from '../../../shared/content-editor/use-shown-to.js'
import { Button } from '../../../ui/button.js'
import { join } from '../../../ui/join.js'
import type { SectionProps } from './audience-section.js'
import { CopyTemplate } from './copy-template.js'
import { Section } from './section.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

interface ContentSectionProps extends SectionProps {
  onFindings: (findings: readonly Finding[]) => void
  lacked: readonly LackedVariable[] | null
  /** Opens the dialog for a test mail. */
  onTest: () => void
}

/** The editor of the message, beside its preview. */
export function ContentSection({ value, onChange, state, errors, onFindings, lacked, onTest }: ContentSectionProps) {
  const [isFull, setFull] = useState(false)
  const { as } = route.useSearch()
  const navigate = route.useNavigate()
  const { shownTo, setShownTo } = useShownTo(
    as,
    (next) => void navigate({ search: (search) => ({ ...search, as: next }), replace: true }),
  )
  const error = errors['body']
  return (
    <Section name="content" state={state}>
      <div
        className={join(
          'flex min-w-0 flex-col gap-4',
          isFull && 'fixed inset-0 z-30 overflow-y-auto bg-canvas p-4 wide:p-6',
        )}
      >
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isFull && <p className="mr-auto text-title font-semibold">{t.campaigns.sections.content}</p>}
          {isFull && <Button onClick={onTest}>{t.campaigns.test}</Button>}
          <Button
            variant={isFull ? 'strong' : 'plain'}
            icon={isFull ? Minimize2 : Maximize2}
            onClick={() => setFull(!isFull)}
          >
            {isFull ? t.campaigns.editDone : t.campaigns.editFull}
          </Button>
        </div>
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
      </div>
    </Section>
  )
}
